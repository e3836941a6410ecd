import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import type { Tx } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../context.ts';
import { seedOf } from './chains.ts';
import { appearanceOrder } from './draw.ts';
import type { GameType } from './gameTypes.ts';
import { decideOutcome, totalOf } from './rules.ts';

/**
 * Decides the game's closed contest whose end has come: stores its number, its seed and the number of its settlement
 * parts; of a void contest its seed alone. Returns its id, or null when none is due. The caller has locked the game.
 */
export async function decideContest(tx: Tx, ctx: Context, gameType: GameType): Promise<bigint | null> {
  const [contest] = await tx
    .select()
    .from(contests)
    .where(and(eq(contests.gameType, gameType), undecided, lte(contests.endsAt, ctx.now)));
  if (!contest) return null;
  if (contest.state === 'VOID') {
    const seed = await seedOf(tx, ctx, contest);
    await tx.execute(sql`select publish_void_seed(${contest.id}, ${seed}, ${ctx.now.toISOString()})`);
    return contest.id;
  }
  const { id, selectionStakes, outcomePayouts } = contest;
  if (selectionStakes === null || outcomePayouts === null)
    throw new Error(`contest ${contest.gameId} has not been counted`);

  const seed = await seedOf(tx, ctx, contest);
  const { decidedBy, winningNumber } = decideOutcome({
    ...contest,
    totalStakes: totalOf(selectionStakes),
    outcomePayouts: outcomePayouts as Paise[],
    appearanceOrder: appearanceOrder(seed, gameType, contest.gameId),
  });
  await tx.execute(
    sql`select decide_contest(${id}, ${decidedBy}::decided_by, ${winningNumber}::smallint, ${seed}, ${ctx.now.toISOString()})`,
  );
  return id;
}

const undecided = or(eq(contests.state, 'CLOSED'), and(eq(contests.state, 'VOID'), isNull(contests.seed)));
