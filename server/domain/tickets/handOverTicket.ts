import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { tickets } from '../../../db/schema/support.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { TicketTeam } from '../ground/actors/handedTickets.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { userName } from '../ground/actors/userName.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import type { Context } from '../ground/verbs/context.ts';
import { verb } from '../ground/verbs/verb.ts';
import { notificationAdded, notifyMany, type NotificationAdded } from '../notifications/notify.ts';
import { handoverFacts, lockTeam } from './handover.ts';
import { lockTicket, ticketHandedOver, ticketHandled, type Ticket } from './ticket.ts';
import { insertNote, readNote } from './ticketNotes.ts';

export interface HandOverTicketInput {
  ticketId: bigint;
  team: TicketTeam;
  /** The one admin of the team who gets it; null: all of the team. */
  adminId: bigint | null;
  /** What support needs to know of them, which becomes an internal note. */
  text: string;
}

export const handOverTicketVerb = verb({
  name: 'handOverTicket',
  may: 'ticket:handOver',
  countsAs: 'other',
  idempotent: false,
  audit: ['ticket:handOver'],
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
});

/**
 * Hands an open ticket to a team, or one admin of it, with an internal note of what is asked of them. They are notified, and read and
 * answer this ticket, with the requests of its player, until it is handed back or resolved. Refuses with NOT_FOUND, with CHANGED_MEANWHILE
 * a ticket that a team has, and with INVALID_INPUT a resolved one, a team without an active admin, who isn't of the team, and a text
 * outside of 1 to 2,000 characters.
 */
export async function handOverTicket(ctx: Context, input: HandOverTicketInput): Promise<Ticket> {
  const by = requireAdmin(ctx, handOverTicketVerb.may);
  const text = readNote(input.text);
  const { ticket, notices } = await inTransaction(ctx.db, async (tx) => {
    const members = await lockTeam(tx, input);
    const before = await lockTicket(tx, ctx, input.ticketId);
    if (before.status === 'success') throw invalidInput('ticketId', 'The ticket is resolved.');
    if (before.handedTeam !== null) throw new DomainError('CHANGED_MEANWHILE', 'A team has this ticket already.');
    await insertNote(tx, ctx, { ticketId: before.id, text });
    const { team, adminId } = input;
    const [after] = await tx
      .update(tickets)
      .set({ handedTeam: team, handedAdminId: adminId, handedBy: by, handedAt: ctx.now, handledAt: ctx.now })
      .where(eq(tickets.id, before.id))
      .returning();
    if (!after) throw new Error('the ticket did not come back');
    const added = await notifyTeam(tx, ctx, { ticket: after, team, members: members.filter((id) => id !== by) });
    await recordAudit(tx, ctx, {
      action: handOverTicketVerb.audit[0],
      subjectType: 'ticket',
      subject: ctx.ids.seal('Ticket', after.id),
      after: await handoverFacts(tx, after),
    });
    return { ticket: after, notices: added };
  });
  ctx.events.publish(ticketHandled(ticket));
  ctx.events.publish(ticketHandedOver(ticket));
  for (const notice of notices) ctx.events.publish(notificationAdded(notice));
  return ticket;
}

async function notifyTeam(
  tx: Tx,
  ctx: Context,
  { ticket, team, members }: { ticket: Ticket; team: TicketTeam; members: readonly bigint[] },
): Promise<NotificationAdded[]> {
  const by = await userName(tx, requireAdmin(ctx, handOverTicketVerb.may));
  return notifyMany(
    tx,
    members.map((userId) => ({
      userId,
      kind: 'TICKET_HANDED',
      data: { title: ticket.title, by, team, toOne: ticket.handedAdminId !== null },
      cause: `ticket:${ticket.id}:handed:${ctx.now.getTime()}`,
      at: ctx.now,
    })),
  );
}
