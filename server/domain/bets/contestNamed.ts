import { eq } from 'drizzle-orm';
import { contests } from '../../../db/schema/contests.ts';
import type { NamedContest } from '../contestNames.ts';
import type { Context } from '../context.ts';
import { isGameId } from '../contests/gameTypes.ts';

/** The contest with the public name `gameId`, in any state; null when there is none. */
export async function contestNamed(
  ctx: Pick<Context, 'db' | 'contestNames'>,
  gameId: string,
): Promise<NamedContest | null> {
  const known = ctx.contestNames.get(gameId);
  if (known) return known;
  if (!isGameId(gameId)) return null;
  const [found] = await ctx.db
    .select({ id: contests.id, gameType: contests.gameType })
    .from(contests)
    .where(eq(contests.gameId, gameId));
  if (!found) return null;
  ctx.contestNames.set(gameId, found);
  return found;
}
