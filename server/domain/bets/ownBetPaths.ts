import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { bets } from '../../../db/schema/bets.ts';
import { contests } from '../../../db/schema/contests.ts';
import { isGameId } from '../contests/gameTypes.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import type { BetPath } from '../ground/rounds/roundTrees.ts';
import { isArchived } from './archivedMonths.ts';
import { betIdsOfMonths, inBetIds } from './betMonths.ts';

/** Of bets a call: as many as the app keeps receipts of. */
export const MAX_PATHS = 100;

/**
 * The paths from the player's own bets with these numbers to the root of a contest that is decided or, void, over
 * (server/domain/contests/draw.md#the-draw). A number that is another player's, or not under the root, has none. Null while
 * there is no such contest with a root, where its bets are archived, and where it has more bets than paths are made for.
 */
export async function ownBetPaths(
  ctx: Context,
  { gameId, numbers }: { gameId: string; numbers: readonly number[] },
): Promise<BetPath[] | null> {
  const playerId = requirePlayer(ctx, 'bet:readOwn');
  if (numbers.length > MAX_PATHS) throw invalidInput('numbers', `more than ${MAX_PATHS} bets`);
  if (!isGameId(gameId)) return null;
  const [contest] = await ctx.db
    .select({ id: contests.id, month: contests.betsMonth })
    .from(contests)
    .where(and(eq(contests.gameId, gameId), isNotNull(contests.decidedAt), isNotNull(contests.betsRoot)));
  if (!contest) return null;
  const own = await ctx.db
    .select({ number: bets.number })
    .from(bets)
    .where(
      and(
        eq(bets.contestId, contest.id),
        eq(bets.playerId, playerId),
        inArray(bets.number, [...numbers]),
        inBetIds(bets.id, betIdsOfMonths(contest.month, contest.month)),
      ),
    );
  // Else callers could make the server read rounds in which they have not bet.
  if (own.length === 0) return (await isArchived(ctx.db, contest.id)) ? null : [];
  return ctx.roundTrees.paths(
    { id: contest.id, gameId },
    own.flatMap(({ number }) => number ?? []),
  );
}
