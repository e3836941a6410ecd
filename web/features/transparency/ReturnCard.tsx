import { graphql } from '../../gql/gql.ts';
import type { ReturnCard_monthFragment } from '../../gql/graphql.ts';
import { percentText } from '../../lib/returns.ts';
import { transparency } from '#messages/transparency.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { ReturnScale } from './ReturnScale.tsx';
import classes from './Transparency.module.css';

graphql(`
  fragment ReturnCard_month on Transparency {
    rounds {
      returnToPlayer
      returnInterval {
        low
        high
      }
    }
  }
`);

/** What came back of the stakes of drawn rounds, against the theoretical return and what chance allows. */
export function ReturnCard({ month: { rounds } }: { month: ReturnCard_monthFragment }) {
  const { returnToPlayer: returned, returnInterval: chance } = rounds;
  const text = transparency.return;
  return (
    <Card title={text.title}>
      {returned === null || chance === null ? (
        <p className={classes.quiet}>{text.none}</p>
      ) : (
        <Stack gap={12}>
          <ReturnScale returned={returned} chance={chance} />
          <p>{text.summary(percentText(returned), percentText(chance.low), percentText(chance.high))}</p>
          {returned >= chance.low && returned <= chance.high ? (
            <Notice tone="good">{text.within}</Notice>
          ) : (
            <Notice tone="attention">{text.outside}</Notice>
          )}
        </Stack>
      )}
    </Card>
  );
}
