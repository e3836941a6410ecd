import type { DashboardPage_QueryQuery } from '../../gql/graphql.ts';
import { stats as statsWords } from '#messages/admin/stats.ts';
import { DataTable, NumericCell } from '../../ui/DataTable.tsx';
import { StatsCard } from './StatsCard.tsx';

type AdminFields = NonNullable<NonNullable<DashboardPage_QueryQuery['viewer']>['admin']>;

const { active } = statsWords;
const columns = [
  { key: 'category', title: active.columns.category },
  { key: 'value', title: active.columns.value, numeric: true },
];

/** Number of distinct active players in a range. */
export function ActivePlayersCard({ stats }: { stats: AdminFields['activePlayerStats'] }) {
  const rows = [
    [active.rows.platform, stats.activeOnPlatform],
    [active.rows.betting, stats.activeInBetting],
    [active.rows.SAPRE_HALF, stats.activeInSapreHalf],
    [active.rows.SAPRE_ONE, stats.activeInSapreOne],
    [active.rows.SAPRE_THREE, stats.activeInSapreThree],
  ] as const;
  return (
    <StatsCard title={active.title}>
      <DataTable flat label={active.title} columns={columns}>
        {rows.map(([category, value]) => (
          <tr key={category}>
            <td>{category}</td>
            <NumericCell>{value}</NumericCell>
          </tr>
        ))}
      </DataTable>
    </StatsCard>
  );
}
