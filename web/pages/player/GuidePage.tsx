import { useQuery } from '@apollo/client/react';
import { ratesOf, formatMultiplier, type PayoutRow } from '../../features/bets/payouts.ts';
import { RuleMeaning } from '../../features/rule/RuleMeaning.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { game } from '#messages/game.ts';
import { guide } from '#messages/guide.ts';
import { profitRule } from '#messages/profitRule.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { ColorChip } from '../../ui/ColorChip.tsx';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import { colorsOf, type GameColor } from '../../ui/shapes.ts';
import { Stack } from '../../ui/Stack.tsx';
import { Table } from '../../ui/Table.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import classes from './GuidePage.module.css';

const GuidePage_Query = graphql(`
  query GuidePage_Query {
    payoutTable {
      ...PayoutTable_row @unmask
    }
  }
`);

/** How to play, with the payouts from the table that the server pays by. */
export default function GuidePage() {
  const answer = useQuery(GuidePage_Query);
  return (
    <Screen title={titles.guide} backTo={paths.account}>
      <Stack>
        <Card title={guide.how}>
          <ul className={classes.list}>
            {guide.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </Card>
        <Card title={guide.winning}>
          <WinningNumbers />
        </Card>
        <Card title={guide.payouts}>
          <QueryBoundary of={answer}>{({ payoutTable }) => <Payouts table={payoutTable} />}</QueryBoundary>
          <p className={classes.quiet}>{guide.payoutsText}</p>
        </Card>
        <Card title={guide.decides}>
          <dl className={classes.deciders}>
            {guide.decidesText.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p className={classes.quiet}>{guide.decidesShown}</p>
        </Card>
        <Card title={profitRule.title}>
          <QueryBoundary of={answer}>{({ payoutTable }) => <RuleMeaning table={payoutTable} />}</QueryBoundary>
        </Card>
        <Card title={guide.check}>
          <Stack gap={12}>
            <ol className={classes.list}>
              {guide.checkText.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ol>
            <p className={classes.quiet}>{guide.checkNot}</p>
            <LinkButton to={paths.transparency} quiet>
              {titles.transparency}
            </LinkButton>
          </Stack>
        </Card>
        <Card title={guide.mind}>
          <p>{guide.mindText}</p>
        </Card>
      </Stack>
    </Screen>
  );
}

/** The winning rules, grouped by colours. */
const groups = [[1, 3, 7, 9], [2, 4, 6, 8], [0], [5]];

function WinningNumbers() {
  return (
    <Table label={guide.winning} columns={[guide.number, guide.colors]}>
      {groups.map((numbers) => (
        <tr key={numbers.join()}>
          <td>
            <VisuallyHidden>{numbers.join(', ')}</VisuallyHidden>
            <span className={classes.numbers}>
              {numbers.map((number) => (
                <NumberDisc key={number} number={number} />
              ))}
            </span>
          </td>
          <td>
            <span className={classes.colors}>
              {colorsOf(numbers[0] ?? 0).map((color, place) => (
                <span key={color} className={classes.colors}>
                  {place > 0 && guide.and} <ColorChip color={color} />
                </span>
              ))}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}

const colorRows: readonly GameColor[] = ['GREEN', 'VIOLET', 'RED'];

function Payouts({ table }: { table: readonly PayoutRow[] }) {
  return (
    <Table label={guide.payouts} columns={[guide.bet, guide.returns]}>
      {colorRows.map((color) => (
        <tr key={color}>
          <td>
            <ColorChip color={color} />
          </td>
          <Rate rates={ratesOf(table, { color })} />
        </tr>
      ))}
      <tr>
        <td>{guide.anyNumber}</td>
        <Rate rates={ratesOf(table, { number: 0 })} />
      </tr>
    </Table>
  );
}

function Rate({ rates: { usual, exceptions } }: { rates: ReturnType<typeof ratesOf> }) {
  return (
    <td>
      <span className={classes.rate}>{game.pays(formatMultiplier(usual))}</span>
      {exceptions.map(({ number, basisPoints }) => (
        <span key={number} className={classes.exception}>
          {game.pays(formatMultiplier(basisPoints))} {guide.onNumbers(String(number))}
        </span>
      ))}
    </td>
  );
}
