import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { playGuards } from '../../../db/schema/safety.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize, requirePlayer } from '../ground/actors/permissions.ts';

/** What holds up a player's bets, as far as it is in force. */
export interface PlayPauses {
  timeOutUntil: Date | null;
  /** Null: not excluded. `until` null: for ever. */
  exclusion: { since: Date; until: Date | null } | null;
  realityCheck: RealityCheck | null;
}

export interface RealityCheck {
  minutes: number;
  /** Start of the current play; null when there was no bet for 30 minutes. */
  playingSince: Date | null;
  /** Bets wait for the answer. */
  due: boolean;
}

/** Without a bet for this long, a play is over: the same as in bet_guard. */
const PLAY_ENDS_AFTER_MS = 30 * 60_000;

/** The pauses of a player, without authorization: for callers that have authorized already. */
export async function readPauses(queryable: Queryable, playerId: bigint, now: Date): Promise<PlayPauses> {
  const [row] = await queryable.select().from(playGuards).where(eq(playGuards.playerId, playerId));
  if (row === undefined) return { timeOutUntil: null, exclusion: null, realityCheck: null };
  const { timeOutUntil, excludedAt, excludedUntil } = row;
  const isExcluded = excludedAt !== null && (excludedUntil === null || excludedUntil > now);
  return {
    timeOutUntil: timeOutUntil !== null && timeOutUntil > now ? timeOutUntil : null,
    exclusion: isExcluded ? { since: excludedAt, until: excludedUntil } : null,
    realityCheck: realityCheckOf(row, now),
  };
}

function realityCheckOf(row: typeof playGuards.$inferSelect, now: Date): RealityCheck | null {
  const { realityMinutes: minutes, answeredAt, playedAt, playedSince } = row;
  if (minutes === null) return null;
  const plays = playedAt !== null && now.getTime() - playedAt.getTime() <= PLAY_ENDS_AFTER_MS;
  const playingSince = plays ? playedSince : null;
  const from = Math.max(playingSince?.getTime() ?? now.getTime(), answeredAt?.getTime() ?? 0);
  return { minutes, playingSince, due: now.getTime() >= from + minutes * 60_000 };
}

/** The player's own pauses. */
export function ownPauses(ctx: Context): Promise<PlayPauses> {
  return readPauses(ctx.db, requirePlayer(ctx, 'playSafety:readOwn'), ctx.now);
}

/** A player's pauses, for admins. */
export function pausesOf(ctx: Context, playerId: bigint): Promise<PlayPauses> {
  authorize(ctx, 'member:read');
  return readPauses(ctx.db, playerId, ctx.now);
}
