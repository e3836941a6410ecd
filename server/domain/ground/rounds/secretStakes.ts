import { type SQL, sql } from 'drizzle-orm';
import { contests } from '../../../../db/schema/contests.ts';

/**
 * True for rounds whose stakes only the bettors may see yet: under PROFIT_RULE, with the level, they would tell the winner
 * (server/domain/contests/README.md#what-is-shown-and-when). For queries that read the table under its own name.
 */
export function stakesSecret(): SQL {
  return sql`(${contests.state} = 'OPEN' and not ${contests.randomize} and ${contests.overrideNumber} is null)`;
}

/** What a player has staked in such rounds, in paise: shown to admins as if it were still available. */
export function secretStakesOf(playerId: SQL): SQL {
  return sql`(
    select coalesce(sum(b.amount), 0)::bigint
      from contests join bets b on b.contest_id = contests.id and b.player_id = ${playerId}
       and b.id >= contests.bets_month * 1000000000000 and b.id < (contests.bets_month + 1) * 1000000000000
     where ${stakesSecret()})`;
}

/** The same of all players together. */
export function secretStakes(): SQL {
  return sql`(
    select coalesce(sum(b.amount), 0)::bigint
      from contests join bets b on b.contest_id = contests.id
       and b.id >= contests.bets_month * 1000000000000 and b.id < (contests.bets_month + 1) * 1000000000000
     where ${stakesSecret()})`;
}
