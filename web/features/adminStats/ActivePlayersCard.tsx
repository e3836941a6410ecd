import type { DashboardPage_QueryQuery } from '../../gql/graphql.ts';
import { stats as statsWords } from '#messages/admin/stats.ts';
import { DataTable, NumericCell } from '../../ui/DataTable.tsx';
import { countBefore } from './beforeText.ts';
import classes from './ProfitCard.module.css';
import { StatsCard } from './StatsCard.tsx';

type AdminFields = NonNullable<NonNullable<DashboardPage_QueryQuery['viewer']>['admin']>;
type Stats = AdminFields['activePlayerStats'];

const { active } = statsWords;
const columns = [
  { key: 'category', title: active.columns.category },
  { key: 'value', title: active.columns.value, numeric: true },
];

const rows = [
  [active.rows.platform, 'activeOnPlatform'],
  [active.rows.betting, 'activeInBetting'],
  [active.rows.SAPRE_HALF, 'activeInSapreHalf'],
  [active.rows.SAPRE_ONE, 'activeInSapreOne'],
  [active.rows.SAPRE_THREE, 'activeInSapreThree'],
] as const;

interface ActivePlayersCardProps {
  stats: Stats;
  /** Of the period before. */
  before: Stats;
}

/** Number of distinct active players in a range, and in the period before. */
export function ActivePlayersCard({ stats, before }: ActivePlayersCardProps) {
  return (
    <StatsCard title={active.title}>
      <DataTable flat label={active.title} columns={columns}>
        {rows.map(([category, name]) => (
          <tr key={category}>
            <td>{category}</td>
            <NumericCell>
              {stats[name]}
              <span className={classes.before}>{countBefore(stats[name], before[name])}</span>
            </NumericCell>
          </tr>
        ))}
      </DataTable>
    </StatsCard>
  );
}
