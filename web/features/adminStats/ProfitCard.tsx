import type { DashboardPage_QueryQuery } from '../../gql/graphql.ts';
import { paiseOf } from '../../lib/money.ts';
import { stats as statsWords } from '#messages/admin/stats.ts';
import { DataTable, NumericCell } from '../../ui/DataTable.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { ProfitText } from '../../ui/ProfitText.tsx';
import classes from './ProfitCard.module.css';
import { StatsCard } from './StatsCard.tsx';

type AdminFields = NonNullable<NonNullable<DashboardPage_QueryQuery['viewer']>['admin']>;

const { profit } = statsWords;
const columns = [
  { key: 'category', title: profit.columns.category },
  { key: 'betAmount', title: profit.columns.betAmount, numeric: true },
  { key: 'profit', title: profit.columns.profit, numeric: true },
];

/** The profit of the games in a range, each and in total. */
export function ProfitCard({ stats }: { stats: AdminFields['profitStats'] }) {
  const betAmount = stats.reduce((sum, row) => sum + paiseOf(row.betAmount), 0n);
  const total = stats.reduce((sum, row) => sum + paiseOf(row.profit), 0n);
  return (
    <StatsCard title={profit.title}>
      <DataTable flat label={profit.title} columns={columns}>
        {stats.map((row) => (
          <tr key={row.gameType}>
            <td>{profit.rows[row.gameType]}</td>
            <NumericCell>
              <MoneyText amount={row.betAmount} />
            </NumericCell>
            <NumericCell>
              <ProfitText amount={row.profit} />
            </NumericCell>
          </tr>
        ))}
        <tr className={classes.total}>
          <td>{profit.total}</td>
          <NumericCell>
            <MoneyText amount={betAmount} />
          </NumericCell>
          <NumericCell>
            <ProfitText amount={total} />
          </NumericCell>
        </tr>
      </DataTable>
    </StatsCard>
  );
}
