import { formatMoney } from '../../lib/money.ts';
import { profitRule } from '#messages/profitRule.ts';
import { Table } from '../../ui/Table.tsx';
import type { PayoutRow } from '../bets/payouts.ts';
import { exampleStakes, ruleExample, type ExampleRow } from './ruleExample.ts';
import classes from './RuleMeaning.module.css';

/** What the profit rule means for a player: whom it favours, with an example worked out by the rule itself. */
export function RuleMeaning({ table }: { table: readonly PayoutRow[] }) {
  const { rows, average, fair } = ruleExample(table);
  const text = profitRule;
  return (
    <div className={classes.meaning}>
      <p>{text.meaning}</p>
      <p>{text.forYou}</p>
      <p className={classes.quiet}>{text.example(formatMoney(exampleStakes.GREEN), formatMoney(exampleStakes.RED))}</p>
      <Table label={text.table} columns={[text.level, text.result, text.green, text.red]} amounts={2}>
        {rows.map((row) => (
          <tr key={row.from}>
            <td>{row.from === row.to ? row.from : `${row.from}–${row.to}`}</td>
            <td>{row.winners.join(', ')}</td>
            <Returns of={row.returns} />
          </tr>
        ))}
        <tr>
          <td colSpan={2}>{text.average}</td>
          <Returns of={average} />
        </tr>
        <tr>
          <td colSpan={2}>{text.fair}</td>
          <Returns of={fair} />
        </tr>
      </Table>
    </div>
  );
}

/** Of ₹1, the stake included. */
function Returns({ of: { GREEN, RED } }: { of: ExampleRow['returns'] }) {
  return [GREEN, RED].map((basisPoints, place) => (
    <td key={place}>{formatMoney(BigInt(Math.round(basisPoints / 100)))}</td>
  ));
}
