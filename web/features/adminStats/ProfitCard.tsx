import type { DashboardPage_QueryQuery } from '../../gql/graphql.ts';
import { moneyOf, paiseOf } from '../../lib/money.ts';
import { stats as statsWords } from '#messages/admin/stats.ts';
import { DataTable, NumericCell } from '../../ui/DataTable.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { ProfitText } from '../../ui/ProfitText.tsx';
import { moneyBefore } from './beforeText.ts';
import classes from './ProfitCard.module.css';
import { StatsCard } from './StatsCard.tsx';

type AdminFields = NonNullable<NonNullable<DashboardPage_QueryQuery['viewer']>['admin']>;
type Stats = AdminFields['profitStats'];
type Figures = Pick<Stats[number], 'betAmount' | 'profit'>;

const { profit } = statsWords;
const columns = [
  { key: 'category', title: profit.columns.category },
  { key: 'betAmount', title: profit.columns.betAmount, numeric: true },
  { key: 'profit', title: profit.columns.profit, numeric: true },
];

interface ProfitCardProps {
  stats: Stats;
  /** Of the period before. */
  before: Stats;
}

/** The profit of the games in a range and in the period before, each and in total. */
export function ProfitCard({ stats, before }: ProfitCardProps) {
  return (
    <StatsCard title={profit.title}>
      <DataTable flat label={profit.title} columns={columns}>
        {stats.map((row) => (
          <tr key={row.gameType}>
            <td>{profit.rows[row.gameType]}</td>
            <Cells now={row} before={before.find(({ gameType }) => gameType === row.gameType) ?? nothing} />
          </tr>
        ))}
        <tr className={classes.total}>
          <td>{profit.total}</td>
          <Cells now={totalOf(stats)} before={totalOf(before)} />
        </tr>
      </DataTable>
    </StatsCard>
  );
}

const nothing: Figures = { betAmount: '0.00', profit: '0.00' };

function totalOf(stats: Stats): Figures {
  const sum = (of: (row: Figures) => string) => moneyOf(stats.reduce((total, row) => total + paiseOf(of(row)), 0n));
  return { betAmount: sum(({ betAmount }) => betAmount), profit: sum((row) => row.profit) };
}

function Cells({ now, before }: { now: Figures; before: Figures }) {
  return (
    <>
      <NumericCell>
        <MoneyText amount={now.betAmount} />
        <span className={classes.before}>{moneyBefore(now.betAmount, before.betAmount)}</span>
      </NumericCell>
      <NumericCell>
        <ProfitText amount={now.profit} />
        <span className={classes.before}>{moneyBefore(now.profit, before.profit)}</span>
      </NumericCell>
    </>
  );
}
