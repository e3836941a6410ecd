import { inTransaction } from '../../../db/client.ts';
import { playerNotes } from '../../../db/schema/people.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { readText } from '../ground/values/typedText.ts';
import { verb } from '../ground/verbs/verb.ts';
import { lockPlayer } from './player.ts';

/** Maximum characters of a note. */
const NOTE_CHARACTERS = 2_000;

export const addPlayerNoteVerb = verb({
  name: 'addPlayerNote',
  may: 'member:note',
  countsAs: 'other',
  idempotent: false,
  audit: ['member:note'],
  refusals: ['NOT_FOUND'],
});

/**
 * Adds an internal note about a player, 1 to 2,000 characters; a correction is another note. The row of the audit log has
 * no words of it. Refuses with NOT_FOUND who is no player, with INVALID_INPUT an empty or too long text.
 */
export async function addPlayerNote(ctx: Context, input: { userId: bigint; text: string }): Promise<void> {
  const authorId = requireAdmin(ctx, addPlayerNoteVerb.may);
  const text = readText('text', input.text, { most: NOTE_CHARACTERS });
  const player = await inTransaction(ctx.db, async (tx) => {
    const found = await lockPlayer(tx, input.userId);
    await tx.insert(playerNotes).values({ playerId: found.id, authorId, text, createdAt: ctx.now });
    await recordAudit(tx, ctx, { action: addPlayerNoteVerb.audit[0], subjectType: 'user', subject: found.uid });
    return found;
  });
  ctx.events.publish({ type: 'memberChanged', userId: String(player.id) });
}
