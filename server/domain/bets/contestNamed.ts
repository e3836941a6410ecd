import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../context.ts';
import { isGameId } from '../contests/gameTypes.ts';
import type { GameType } from '../events.ts';

export interface NamedContest {
  id: bigint;
  gameType: GameType;
}

const REMEMBERED = 64;

/** Which contest bears a name never changes, and bets name the same three over and over: no look-up for each of them. */
const remembered = new WeakMap<Db, Map<string, NamedContest>>();

/** The contest that bears the public name `gameId`, in whatever state; null when there is none. */
export async function contestNamed(ctx: Pick<Context, 'db'>, gameId: string): Promise<NamedContest | null> {
  const names = remembered.get(ctx.db) ?? new Map<string, NamedContest>();
  remembered.set(ctx.db, names);
  const known = names.get(gameId);
  if (known) return known;
  if (!isGameId(gameId)) return null;
  const [found] = await ctx.db
    .select({ id: contests.id, gameType: contests.gameType })
    .from(contests)
    .where(eq(contests.gameId, gameId));
  if (!found) return null;
  const [oldest] = names.keys();
  if (oldest !== undefined && names.size >= REMEMBERED) names.delete(oldest);
  names.set(gameId, found);
  return found;
}
