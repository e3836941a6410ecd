import { sql, type SQL } from 'drizzle-orm';
import type { GameType } from '../contests/gameTypes.ts';
import { instant, payoutVariance } from './activitySql.ts';
import type { Span } from './cover.ts';

/**
 * Rows (ends_at, decided_by, winning_number, stakes, payouts, variance) of a game's settled rounds that ended in the span,
 * without what simulated players staked and won. Where nobody is simulated no bet is read.
 */
export function roundsOfPlayers(gameType: GameType, { from, to }: Span): SQL {
  return sql`
    select ends_at, decided_by, winning_number, total_stakes - coalesce(simulated.stakes, 0) as stakes,
           total_payouts - coalesce(simulated.payouts[winning_number + 1], 0) as payouts,
           ${payoutVariance(sql`simulated.payouts`)} as variance
      from contests c
      left join lateral (
        select array_agg(payout order by number) as payouts, min(stakes)::bigint as stakes
          from (select at.number, sum(payout(b.amount, t.basis_points, b.selection, at.number))::bigint as payout, sum(b.amount) as stakes
                  from bets b
                  join users u on u.id = b.player_id and u.simulated
                  join payout_tables t on t.id = c.payout_table_id
                 cross join generate_series(0, 9) at (number)
                 where (select exists (select from users where simulated)) and b.contest_id = c.id
                   and b.id >= c.bets_month * 1000000000000 and b.id < (c.bets_month + 1) * 1000000000000
                   and not exists (select from bet_cancellations x where x.bet_id = b.id)
                 group by at.number) by_number) simulated on true
     where game_type = ${gameType} and ends_at >= ${instant(from)} and ends_at < ${instant(to)} and state = 'SETTLED'`;
}
