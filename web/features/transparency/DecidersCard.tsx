import { graphql } from '../../gql/gql.ts';
import type { DecidedBy, DecidersCard_monthFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { percentText } from '../../lib/returns.ts';
import { transparency } from '#messages/transparency.ts';
import { BarList } from '../../ui/BarList.tsx';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { Table } from '../../ui/Table.tsx';
import classes from './Transparency.module.css';

// Spread with `@unmask`, as the other parts of the page: a month has no id by which a masked fragment could be read.
graphql(`
  fragment DecidersCard_month on Transparency {
    voidRounds
    rounds {
      contests
      stakes
      payouts
      returnToPlayer
      others {
        decidedBy
        contests
        stakes
        payouts
        returnToPlayer
      }
    }
  }
`);

const deciders: readonly DecidedBy[] = ['DRAW', 'PROFIT_RULE', 'OPERATOR'];

/** How many rounds each decider decided, and what came back of the stakes in them. */
export function DecidersCard({ month: { voidRounds, rounds } }: { month: DecidersCard_monthFragment }) {
  const text = transparency;
  const decided = [{ ...rounds, decidedBy: 'DRAW' as const }, ...rounds.others];
  const countOf = (decider: DecidedBy) => decided.find(({ decidedBy }) => decidedBy === decider)?.contests ?? 0;
  const all = decided.reduce((sum, { contests }) => sum + contests, voidRounds);
  const bars = [
    ...deciders.map((decider) => ({ key: decider, name: text.deciders[decider], count: countOf(decider) })),
    { key: 'VOID', name: text.void, count: voidRounds },
  ];
  return (
    <Card title={text.whoDecided}>
      <Stack gap={12}>
        <BarList
          label={text.whoDecided}
          bars={bars.map(({ key, name, count }) => ({
            key,
            name,
            value: text.count(count, percentText(all === 0 ? 0 : count / all)),
            share: all === 0 ? 0 : count / all,
          }))}
        />
        <Table label={text.money} columns={[text.decidedBy, text.staked, text.returned]} amounts={2}>
          {decided.map(({ decidedBy, stakes, payouts, returnToPlayer }) => (
            <tr key={decidedBy}>
              <td>{text.deciders[decidedBy]}</td>
              <td>{formatMoney(stakes)}</td>
              <td>
                {formatMoney(payouts)}
                {returnToPlayer !== null && <span className={classes.share}>{percentText(returnToPlayer)}</span>}
              </td>
            </tr>
          ))}
        </Table>
        <p className={classes.quiet}>{text.othersHint}</p>
      </Stack>
    </Card>
  );
}
