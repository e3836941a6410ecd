import { and, eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { playerFlags } from '../../../db/schema/people.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { PlayerFlag } from '../accounts/users/members.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { lockPlayer } from './player.ts';

export const setPlayerFlagVerb = verb({
  name: 'setPlayerFlag',
  may: 'member:flag',
  countsAs: 'other',
  idempotent: false,
  audit: ['member:flag', 'member:unflag'],
  refusals: ['NOT_FOUND'],
});

/**
 * Sets a flag on a player, or removes it; does nothing where it is so already. Refuses with NOT_FOUND who is no player,
 * with INVALID_INPUT a reason of less than 10 characters.
 */
export async function setPlayerFlag(
  ctx: Context,
  input: { userId: bigint; flag: PlayerFlag; on: boolean; reason: string },
): Promise<void> {
  const setBy = requireAdmin(ctx, setPlayerFlagVerb.may);
  const { flag, on } = input;
  const reason = requireReason(input.reason);
  const player = await inTransaction(ctx.db, async (tx) => {
    const found = await lockPlayer(tx, input.userId);
    const place = { playerId: found.id, flag };
    const changed = on
      ? await tx
          .insert(playerFlags)
          .values({ ...place, reason, setBy, setAt: ctx.now })
          .onConflictDoNothing()
          .returning()
      : await tx
          .delete(playerFlags)
          .where(and(eq(playerFlags.playerId, found.id), eq(playerFlags.flag, flag)))
          .returning();
    if (changed.length === 0) return null;
    const [set, unset] = setPlayerFlagVerb.audit;
    await recordAudit(tx, ctx, {
      action: on ? set : unset,
      subjectType: 'user',
      subject: found.uid,
      ...(on ? { after: { flag } } : { before: { flag } }),
      reason,
    });
    return found;
  });
  if (player !== null) ctx.events.publish({ type: 'memberChanged', userId: String(player.id) });
}
