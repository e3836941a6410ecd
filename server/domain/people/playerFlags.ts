import { asc, inArray } from 'drizzle-orm';
import { playerFlags } from '../../../db/schema/people.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

/** A flag that a player has now. */
export type FlagOnPlayer = typeof playerFlags.$inferSelect;

/** The flags of these players, in the order of the ids; for admins. */
export async function flagsOf(ctx: Context, playerIds: readonly bigint[]): Promise<FlagOnPlayer[][]> {
  authorize(ctx, 'member:read');
  if (playerIds.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(playerFlags)
    .where(inArray(playerFlags.playerId, [...playerIds]))
    .orderBy(asc(playerFlags.flag));
  return playerIds.map((id) => rows.filter(({ playerId }) => playerId === id));
}
