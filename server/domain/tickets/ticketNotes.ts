import { asc, eq, inArray } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { ticketNotes, tickets } from '../../../db/schema/support.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { readText } from '../ground/values/typedText.ts';
import { lockTicket, noSuchTicket, ticketHandled, type Ticket } from './ticket.ts';

/** A note of support about a ticket. Its player never sees it. */
export type TicketNote = typeof ticketNotes.$inferSelect;

/** Maximum characters of a note. */
const NOTE_CHARACTERS = 2_000;
/** Maximum notes of a ticket, which are read together. */
const NOTES = 200;

export const addTicketNoteVerb = verb({
  name: 'addTicketNote',
  may: 'ticket:note',
  countsAs: 'other',
  idempotent: false,
  audit: ['ticket:note'],
  refusals: ['NOT_FOUND'],
});

/**
 * Adds an internal note to a ticket, 1 to 2,000 characters; a correction is another note. The row of the audit log has no
 * words of it. Its player sees nothing of it: the ticket's last change stays, and the event is for admins. Refuses with
 * NOT_FOUND, and with INVALID_INPUT an empty or too long text and the 201st note of a ticket.
 */
export async function addTicketNote(ctx: Context, input: { ticketId: bigint; text: string }): Promise<Ticket> {
  const authorId = requireAdmin(ctx, addTicketNoteVerb.may);
  const text = readText('text', input.text, { most: NOTE_CHARACTERS });
  const ticket = await inTransaction(ctx.db, async (tx) => {
    const found = await lockTicket(tx, input.ticketId);
    if (!found) throw noSuchTicket();
    if ((await tx.$count(ticketNotes, eq(ticketNotes.ticketId, found.id))) >= NOTES) {
      throw invalidInput('text', `A ticket has at most ${NOTES} notes.`);
    }
    await tx.insert(ticketNotes).values({ ticketId: found.id, authorId, text, createdAt: ctx.now });
    await tx.update(tickets).set({ handledAt: ctx.now }).where(eq(tickets.id, found.id));
    const subject = ctx.ids.seal('Ticket', found.id);
    await recordAudit(tx, ctx, { action: addTicketNoteVerb.audit[0], subjectType: 'ticket', subject });
    return found;
  });
  ctx.events.publish(ticketHandled(ticket));
  return ticket;
}

/** The notes of these tickets, oldest first, in the order of `ids`, for admins of support. */
export async function notesOf(ctx: Context, ids: readonly bigint[]): Promise<TicketNote[][]> {
  authorize(ctx, 'ticket:readAll');
  const rows = await ctx.db
    .select()
    .from(ticketNotes)
    .where(inArray(ticketNotes.ticketId, [...ids]))
    .orderBy(asc(ticketNotes.id));
  return ids.map((id) => rows.filter(({ ticketId }) => ticketId === id));
}

/** Notes in the order of `ids`, for admins of support; null where there is none. */
export async function ticketNotesById(ctx: Context, ids: readonly bigint[]): Promise<(TicketNote | null)[]> {
  authorize(ctx, 'ticket:readAll');
  const rows = await ctx.db
    .select()
    .from(ticketNotes)
    .where(inArray(ticketNotes.id, [...ids]));
  return inOrderOf(ids, rows);
}
