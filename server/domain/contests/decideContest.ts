import { and, eq, lte } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import type { Tx } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../context.ts';
import { seedAt } from './chains.ts';
import { appearanceOrder } from './draw.ts';
import type { GameType } from './gameTypes.ts';
import { decideOutcome } from './rules.ts';

/**
 * Decides the game's closed contest whose end has come: stores its number, its seed and into how many parts its paying
 * is cut. Returns its id, or null when none is due. The caller has locked the game.
 */
export async function decideContest(tx: Tx, ctx: Context, gameType: GameType): Promise<bigint | null> {
  const [contest] = await tx
    .select()
    .from(contests)
    .where(and(eq(contests.gameType, gameType), eq(contests.state, 'CLOSED'), lte(contests.endsAt, ctx.now)))
    .for('update');
  if (!contest) return null;
  const { id, outcomePayouts, partBounds } = contest;
  if (outcomePayouts === null || partBounds === null) throw new Error(`contest ${contest.gameId} has not been counted`);

  const seed = await seedAt(tx, contest.chainId, contest.chainIndex);
  const { decidedBy, winningNumber } = decideOutcome({
    ...contest,
    outcomePayouts: outcomePayouts as Paise[],
    appearanceOrder: appearanceOrder(seed, gameType, contest.gameId),
  });
  await tx
    .update(contests)
    .set({
      state: 'DECIDED',
      decidedBy,
      winningNumber,
      seed,
      settlementParts: partBounds.length + 1,
      decidedAt: ctx.now,
    })
    .where(eq(contests.id, id));
  return id;
}
