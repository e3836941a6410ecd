import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';

/** A player's bets on one selection: 0-9 the number, 10 green, 11 violet, 12 red. */
export interface SelectionFigures {
  selection: number;
  bets: number;
  staked: Paise;
  /** Stakes included. */
  returned: Paise;
}

/** Of so many of the player's latest bets. */
export const LATEST_BETS = 1_000;

/**
 * The player's latest bets in settled rounds by selection; cancelled ones and selections without bets are left out. Payouts are looked
 * up one by one, each in the partition of its month: a join reads all months' partitions.
 */
export function selectionFigures(ctx: Context): Promise<SelectionFigures[]> {
  const playerId = requirePlayer(ctx, 'bet:readOwn');
  return rawQuery<SelectionFigures>(
    ctx.db,
    sql`
      select b.selection, count(*)::int as bets, sum(b.amount)::bigint as staked,
             coalesce(sum((select p.amount from bet_payouts p where p.bet_id = b.id)), 0)::bigint as returned
        from (select * from bets where player_id = ${playerId} order by id desc limit ${LATEST_BETS}) b
        join contests c on c.id = b.contest_id and c.state = 'SETTLED'
       where not exists (select from bet_cancellations x where x.bet_id = b.id)
       group by b.selection order by b.selection`,
  );
}
