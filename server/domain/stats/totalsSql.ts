import { sql, type SQL } from 'drizzle-orm';
import type { GameType } from '../contests/gameTypes.ts';
import { instant } from './activitySql.ts';
import { coverByHours, type Span } from './cover.ts';

/**
 * Rows (game_type, hour, stakes, payouts) that add up to these games' settled rounds that ended in the span: the hourly
 * totals, which settlement maintains, and single rounds where the span begins or ends within an hour. Never reads bets.
 */
export function totalsOf(games: readonly GameType[], span: Span): SQL {
  const { hours, rest } = coverByHours(span);
  const names = sql.join(
    games.map((game) => sql`${game}::game_type`),
    sql`, `,
  );
  return sql.join(
    [
      // Without a span the result still has its columns.
      sql`select game_type, hour, stakes, payouts from hourly_totals where false`,
      ...hours.map(
        ({ from, to }) => sql`
          select game_type, hour, stakes, payouts from hourly_totals
           where game_type in (${names}) and hour >= ${instant(from)} and hour < ${instant(to)}`,
      ),
      ...rest.map(
        ({ from, to }) => sql`
          select game_type, ends_at, total_stakes, total_payouts from contests
           where game_type in (${names}) and ends_at >= ${instant(from)} and ends_at < ${instant(to)} and state = 'SETTLED'`,
      ),
    ],
    sql` union all `,
  );
}
