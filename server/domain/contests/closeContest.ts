import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permissions.ts';
import type { GameType } from './gameTypes.ts';

/** Paying holds its players' accounts for some milliseconds for so many bets: short enough for those who bet meanwhile. */
const BETS_PER_PART = 1_000;

/**
 * Closes betting on the game's contest when its evaluationTime has come, then counts its bets. Two transactions: the
 * first ends as soon as the last bets under way are in, so that players of other games wait for no counting; after a
 * crash between them the next call counts. Safe to call at any time, by any number of servers.
 */
export async function closeContest(ctx: Context, gameType: GameType): Promise<void> {
  authorize(ctx, 'contest:advance');
  const due = and(eq(contests.gameType, gameType), lte(contests.closesAt, ctx.now));
  const [open] = await ctx.db
    .select({ id: contests.id })
    .from(contests)
    .where(and(due, eq(contests.state, 'OPEN')));
  const closedHere = open !== undefined && (await stopBetting(ctx, open.id));
  const uncounted = await ctx.db
    .select({ id: contests.id })
    .from(contests)
    .where(and(due, eq(contests.state, 'CLOSED'), isNull(contests.betCount)));
  for (const { id } of uncounted) await countBets(ctx, id);
  if (closedHere) {
    ctx.events.publish({ type: 'contestChanged', gameType, contestId: String(open.id), phase: 'CLOSED' });
  }
}

/** Returns whether this call closed it; another server may have. */
function stopBetting(ctx: Context, contestId: bigint): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    // Bets share the contest's row; without this their newcomers could keep the update below waiting for seconds.
    await tx.execute(sql`select hold_bets(${contestId})`);
    const closed = await tx
      .update(contests)
      .set({ state: 'CLOSED', closedAt: ctx.now })
      .where(and(eq(contests.id, contestId), eq(contests.state, 'OPEN')))
      .returning({ id: contests.id });
    return closed.length > 0;
  });
}

/**
 * Stores the contest's stakes by selection and, for each number, what the house would pay: floored per bet, cancelled
 * bets left out, and where its paying is to be cut. Bets of the same selection and amount are counted together.
 */
async function countBets(ctx: Context, contestId: bigint): Promise<void> {
  await ctx.db.execute(sql`
    with lots as materialized (
      select selection, amount, count(*) as bets
        from bets
       where contest_id = ${contestId}
         and not exists (select from bet_cancellations c where c.bet_id = bets.id)
       group by selection, amount)
    update contests
       set bet_count = (select coalesce(sum(bets), 0) from lots),
           selection_stakes = array(
             select coalesce(sum(amount * bets), 0)::bigint
               from generate_series(0, 12) s left join lots on selection = s
              group by s order by s),
           outcome_payouts = array(
             select coalesce(sum(bets * (amount * basis_points[selection * 10 + n + 1] / 10000)), 0)::bigint
               from generate_series(0, 9) n left join lots on true
              group by n order by n),
           part_bounds = array(
             select distinct player_id
               from (select player_id, row_number() over (order by player_id) as place
                       from bets where contest_id = ${contestId}) placed
              where place % ${BETS_PER_PART} = 0
              order by player_id)
      from payout_tables p
     where contests.id = ${contestId} and p.id = payout_table_id and state = 'CLOSED' and bet_count is null`);
}
