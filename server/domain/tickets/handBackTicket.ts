import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { tickets } from '../../../db/schema/support.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import type { Context } from '../ground/verbs/context.ts';
import { verb } from '../ground/verbs/verb.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { handoverFacts } from './handover.ts';
import { notifySupport, unreadByTeam } from './teamAnswers.ts';
import { lockTicket, ticketHandedOver, ticketHandled, type Ticket } from './ticket.ts';
import { insertNote, readNote } from './ticketNotes.ts';

export interface HandBackTicketInput {
  ticketId: bigint;
  /** What support should know, which becomes an internal note; null: nothing. */
  text: string | null;
}

export const handBackTicketVerb = verb({
  name: 'handBackTicket',
  may: 'ticket:handBack',
  countsAs: 'other',
  idempotent: false,
  audit: ['ticket:handBack'],
  refusals: ['NOT_FOUND'],
});

/**
 * Ends that a team has a ticket: by an admin of the team, of which support is notified, or by support, which takes it back. From then on
 * the team doesn't read it. Does nothing when no team has it. Refuses with NOT_FOUND, and with INVALID_INPUT a text of more than 2,000
 * characters.
 */
export async function handBackTicket(ctx: Context, input: HandBackTicketInput): Promise<Ticket> {
  requireAdmin(ctx, handBackTicketVerb.may);
  const text = input.text === null ? null : readNote(input.text);
  const { ticket, events } = await inTransaction(ctx.db, async (tx) => {
    const before = await lockTicket(tx, ctx, input.ticketId);
    if (before.handedTeam === null) return { ticket: before, events: [] };
    if (text !== null) await insertNote(tx, ctx, { ticketId: before.id, text });
    const [after] = await tx
      .update(tickets)
      .set({ ...handedToNobody, handledAt: ctx.now, ...unreadByTeam(ctx, before) })
      .where(eq(tickets.id, before.id))
      .returning();
    if (!after) throw new Error('the ticket did not come back');
    const notices = await notifySupport(tx, ctx, before, { answer: 'HANDED_BACK', of: ctx.now.getTime() });
    await recordAudit(tx, ctx, {
      action: handBackTicketVerb.audit[0],
      subjectType: 'ticket',
      subject: ctx.ids.seal('Ticket', after.id),
      before: await handoverFacts(tx, before),
    });
    return {
      ticket: after,
      events: [ticketHandled(after), ticketHandedOver(after), ...notices.map(notificationAdded)],
    };
  });
  for (const event of events) ctx.events.publish(event);
  return ticket;
}

const handedToNobody = { handedTeam: null, handedAdminId: null, handedBy: null, handedAt: null } as const;
