import type { RuleResult } from '../../lib/fairDraw.ts';
import { formatMoney } from '../../lib/money.ts';
import { fairness } from '#messages/fairness.ts';
import { NumberName } from '../../ui/NumberName.tsx';
import { Table } from '../../ui/Table.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import classes from './FairCheck.module.css';

/** The house's result for one number; stakes are those of the whole round. */
export interface RuleOutcome {
  readonly number: number;
  readonly stakes: string;
  readonly payouts: string;
  readonly profit: string;
}

interface RuleOutcomesProps {
  outcomes: readonly RuleOutcome[];
  rule: RuleResult;
}

/** The outcomes of a round ranked by the profit rule; below them those that it excludes. */
export function RuleOutcomes({ outcomes, rule }: RuleOutcomesProps) {
  const { columns, stakes, table, leftOutNote, wins } = fairness.rule;
  const rows = [...rule.ranked, ...rule.leftOut].flatMap(
    (number) => outcomes.find((outcome) => outcome.number === number) ?? [],
  );
  return (
    <div>
      <p className={`${classes.quiet} ${classes.stakes}`}>{stakes(formatMoney(outcomes[0]?.stakes ?? '0.00'))}</p>
      <Table label={table} columns={[columns.place, columns.number, columns.payouts, columns.profit]} amounts={2}>
        {rows.map(({ number, payouts, profit }, place) => (
          <tr key={number} className={place === rule.place ? classes.winner : ''}>
            <td>{place < rule.ranked.length ? place : <LeftOut />}</td>
            <td>
              <NumberName number={number} /> {place === rule.place && <span className={classes.wins}>{wins}</span>}
            </td>
            <td>{formatMoney(payouts)}</td>
            <td>{formatMoney(profit)}</td>
          </tr>
        ))}
      </Table>
      {rule.leftOut.length > 0 && <p className={classes.note}>{leftOutNote}</p>}
    </div>
  );
}

function LeftOut() {
  return (
    <span className={classes.quiet}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{fairness.rule.leftOut}</VisuallyHidden>
    </span>
  );
}
