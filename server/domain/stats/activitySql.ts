import { sql, type SQL } from 'drizzle-orm';
import { PLAYERS_PER_CHUNK } from '../../../db/schema/activity.ts';
import type { GameType } from '../contests/gameTypes.ts';

const PLAYERS = sql.raw(String(PLAYERS_PER_CHUNK));

/** An instant in milliseconds, as a value of SQL. */
export function instant(milliseconds: number): SQL {
  return sql`${new Date(milliseconds).toISOString()}::timestamptz`;
}

/** The hour of Asia/Kolkata in which a timestamptz lies. */
export function hourOf(at: SQL): SQL {
  return sql`date_bin('1 hour', ${at}, '2000-01-01 00:00+05:30')`;
}

/** Which bitmap row a player's bit is in. */
export function chunkOf(playerId: SQL): SQL {
  return sql`(${playerId} / ${PLAYERS}::bigint)::int`;
}

/** A bitmap row with that one player's bit set. */
export function bitOf(playerId: SQL): SQL {
  return sql`set_bit(0::bit(${PLAYERS}), (${playerId} % ${PLAYERS}::bigint)::int, 1)`;
}

/** Whether a player's bit is set in its bitmap row. */
export function hasBit(players: SQL, playerId: SQL): SQL {
  return sql`(get_bit(${players}, (${playerId} % ${PLAYERS}::bigint)::int) = 1)`;
}

/**
 * Rows (game_type, player_id, hour): players with bets in these games' settled rounds that ended in [from, to), given
 * as SQL.
 */
export function playersOfRounds(games: readonly GameType[], from: SQL, to: SQL): SQL {
  return sql`
    select c.game_type, r.player_id, ${hourOf(sql`c.ends_at`)} as hour
      from contests c join contest_results r on r.contest_id = c.id
     where c.game_type in ${[...games]} and c.ends_at >= ${from} and c.ends_at < ${to} and c.state = 'SETTLED'`;
}

/**
 * The variance of a contest's payout, in square paise, if each of the ten numbers is as likely: of what it would have
 * paid at 0 … 9. Of a row of contests, less `without` at each number (an array, or null).
 */
export function payoutVariance(without: SQL): SQL {
  return sql`round(coalesce((
    select var_pop(payout - coalesce(less, 0)) from unnest(outcome_payouts, ${without}) both_sides (payout, less)), 0))`;
}
