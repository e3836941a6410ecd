import { eq } from 'drizzle-orm';
import { contests } from '../../../db/schema/contests.ts';
import type { NamedContest } from '../ground/rounds/contestNames.ts';
import type { Context } from '../ground/verbs/context.ts';
import { isGameId } from '../contests/gameTypes.ts';

/** The contest with the public name `gameId`, in any state; null when there is none. */
export async function contestNamed(
  { db, contestNames }: Pick<Context, 'db' | 'contestNames'>,
  gameId: string,
): Promise<NamedContest | null> {
  if (!isGameId(gameId)) return null;
  return contestNames.find(gameId, async () => {
    const [found] = await db
      .select({ id: contests.id, gameType: contests.gameType, closesAt: contests.closesAt })
      .from(contests)
      .where(eq(contests.gameId, gameId));
    return found ?? null;
  });
}
