import { eq, sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { authorize } from '../permissions.ts';
import { stakesVisible } from './contestView.ts';
import { SELECTION_COUNT } from './selections.ts';

/**
 * Stakes of a contest by selection (13 values: 0-9, green, violet, red), cancelled bets left out: live while it takes
 * bets. For admins. Null while they are secret (PROFIT_RULE, before evaluationTime). Refuses NOT_FOUND.
 */
export async function contestStakes(ctx: Context, contestId: bigint): Promise<Paise[] | null> {
  authorize(ctx, 'contest:readFigures');
  const [contest] = await ctx.db.select().from(contests).where(eq(contests.id, contestId));
  if (!contest) throw new DomainError('NOT_FOUND', 'There is no such round.');
  if (!stakesVisible(contest, ctx.actor)) return null;
  return (contest.selectionStakes as Paise[] | null) ?? liveStakes(ctx, contestId);
}

async function liveStakes(ctx: Context, contestId: bigint): Promise<Paise[]> {
  const rows = await rawQuery<{ selection: number; stakes: Paise }>(
    ctx.db,
    sql`select selection, sum(amount)::bigint as stakes
          from bets
         where contest_id = ${contestId}
           and not exists (select from bet_cancellations c where c.bet_id = bets.id)
         group by selection`,
  );
  const stakes = Array.from({ length: SELECTION_COUNT }, () => 0n as Paise);
  for (const row of rows) stakes[row.selection] = row.stakes;
  return stakes;
}
