import { graphql } from '../../gql/gql.ts';
import type { NumbersCard_monthFragment } from '../../gql/graphql.ts';
import { figures } from '#messages/figures.ts';
import { transparency } from '#messages/transparency.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { DrawPlot } from '../figures/DrawPlot.tsx';
import classes from './Transparency.module.css';

graphql(`
  fragment NumbersCard_month on Transparency {
    chiSquare
    rounds {
      contests
      counts
    }
  }
`);

/** Chi-square of nine degrees of freedom is below it in 95 of 100 samples. */
const USUAL_CHI_SQUARE = 16.92;

/** How often each number was drawn, and whether that is within what chance does. */
export function NumbersCard({ month: { chiSquare, rounds } }: { month: NumbersCard_monthFragment }) {
  const text = transparency.numbers;
  return (
    <Card title={text.title}>
      {rounds.contests === 0 ? (
        <p className={classes.quiet}>{figures.draws.none}</p>
      ) : (
        <Stack gap={12}>
          <DrawPlot counts={rounds.counts} />
          <p className={classes.quiet}>{chiSquare === null ? text.tooFew : testText(chiSquare)}</p>
        </Stack>
      )}
    </Card>
  );
}

function testText(chiSquare: number): string {
  const { usual, unusual } = transparency.numbers;
  return (chiSquare < USUAL_CHI_SQUARE ? usual : unusual)(chiSquare.toFixed(1));
}
