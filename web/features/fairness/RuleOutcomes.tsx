import { formatMoney } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { NumberName } from '../../ui/NumberName.tsx';
import { Table } from '../../ui/Table.tsx';
import classes from './FairCheck.module.css';

/** What one number would have meant for the house; stakes are those of the whole round. */
export interface RuleOutcome {
  readonly number: number;
  readonly stakes: string;
  readonly payouts: string;
  readonly profit: string;
}

interface RuleOutcomesProps {
  outcomes: readonly RuleOutcome[];
  /** The numbers as the rule orders them. */
  order: readonly number[];
  level: number;
}

/** All outcomes of a round in the order of the profit rule; the one at the round's level wins. */
export function RuleOutcomes({ outcomes, order, level }: RuleOutcomesProps) {
  const { columns, stakes, table } = words.fairness.rule;
  const ranked = order.flatMap((number) => outcomes.find((outcome) => outcome.number === number) ?? []);
  return (
    <div>
      <p className={`${classes.quiet} ${classes.stakes}`}>{stakes(formatMoney(outcomes[0]?.stakes ?? '0.00'))}</p>
      <Table label={table} columns={[columns.level, columns.number, columns.payouts, columns.profit]} amounts={2}>
        {ranked.map(({ number, payouts, profit }, place) => (
          <tr key={number} className={place === level ? classes.winner : ''}>
            <td>{place}</td>
            <td>
              <NumberName number={number} />{' '}
              {place === level && <span className={classes.wins}>{words.fairness.rule.wins}</span>}
            </td>
            <td>{formatMoney(payouts)}</td>
            <td>{formatMoney(profit)}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
