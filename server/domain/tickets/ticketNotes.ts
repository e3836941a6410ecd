import { and, asc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { ticketNotes, tickets } from '../../../db/schema/support.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { verb } from '../ground/verbs/verb.ts';
import { readText } from '../ground/values/typedText.ts';
import { notifySupport, unreadByTeam } from './teamAnswers.ts';
import { lockTicket, readableTickets, ticketHandled, type Ticket } from './ticket.ts';

/** A note of support, or of the team that has the ticket. Its player never sees it. */
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
 * words of it. Its player sees nothing of it: the ticket's last change stays, and the event is for admins. Where an admin of the team
 * writes that has the ticket, support is notified. Refuses with NOT_FOUND, also a ticket that isn't handed to the admin, and with
 * INVALID_INPUT an empty or too long text and the 201st note of a ticket.
 */
export async function addTicketNote(ctx: Context, input: { ticketId: bigint; text: string }): Promise<Ticket> {
  requireAdmin(ctx, addTicketNoteVerb.may);
  const text = readNote(input.text);
  const { ticket, notices } = await inTransaction(ctx.db, async (tx) => {
    const found = await lockTicket(tx, ctx, input.ticketId);
    const noteId = await insertNote(tx, ctx, { ticketId: found.id, text });
    await tx
      .update(tickets)
      .set({ handledAt: ctx.now, ...unreadByTeam(ctx, found) })
      .where(eq(tickets.id, found.id));
    const added = await notifySupport(tx, ctx, found, { answer: 'NOTED', of: noteId });
    const subject = ctx.ids.seal('Ticket', found.id);
    await recordAudit(tx, ctx, { action: addTicketNoteVerb.audit[0], subjectType: 'ticket', subject });
    return { ticket: found, notices: added };
  });
  ctx.events.publish(ticketHandled(ticket));
  for (const notice of notices) ctx.events.publish(notificationAdded(notice));
  return ticket;
}

/** A note as typed, 1 to 2,000 characters. Refuses with INVALID_INPUT. */
export function readNote(text: string): string {
  return readText('text', text, { most: NOTE_CHARACTERS });
}

/** Inserts a note of the acting admin about a ticket that is locked, and returns its id. Refuses with INVALID_INPUT the 201st. */
export async function insertNote(
  tx: Tx,
  ctx: Context,
  { ticketId, text }: { ticketId: bigint; text: string },
): Promise<bigint> {
  const authorId = requireAdmin(ctx, addTicketNoteVerb.may);
  if ((await tx.$count(ticketNotes, eq(ticketNotes.ticketId, ticketId))) >= NOTES) {
    throw invalidInput('text', `A ticket has at most ${NOTES} notes.`);
  }
  const [note] = await tx
    .insert(ticketNotes)
    .values({ ticketId, authorId, text, createdAt: ctx.now })
    .returning({ id: ticketNotes.id });
  if (!note) throw new Error('the note did not come back');
  return note.id;
}

/** The notes of these tickets, oldest first, in the order of `ids`, for admins who may read the ticket. */
export async function notesOf(ctx: Context, ids: readonly bigint[]): Promise<TicketNote[][]> {
  const rows = await readableNotes(ctx, inArray(ticketNotes.ticketId, [...ids])).orderBy(asc(ticketNotes.id));
  return ids.map((id) => rows.filter(({ ticketId }) => ticketId === id));
}

/** Notes in the order of `ids`, for admins who may read their ticket; null for the rest. */
export async function ticketNotesById(ctx: Context, ids: readonly bigint[]): Promise<(TicketNote | null)[]> {
  return inOrderOf(ids, await readableNotes(ctx, inArray(ticketNotes.id, [...ids])));
}

function readableNotes(ctx: Context, which: SQL) {
  requireAdmin(ctx, 'ticket:read');
  return ctx.db
    .select(getTableColumns(ticketNotes))
    .from(ticketNotes)
    .innerJoin(tickets, eq(tickets.id, ticketNotes.ticketId))
    .where(and(which, readableTickets(ctx)));
}
