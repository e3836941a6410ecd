import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { tickets } from '../../../db/schema/support.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { notificationAdded, notify, type NotificationAdded } from '../notifications/notify.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { userName, userUids } from '../ground/actors/userName.ts';
import { verb } from '../ground/verbs/verb.ts';
import { lockAssignee } from './supportStaff.ts';
import { lockTicket, ticketHandled, type Ticket } from './ticket.ts';

export interface AssignTicketInput {
  ticketId: bigint;
  /** Who gets it; null releases it. */
  assigneeId: bigint | null;
  /** The assignee that the caller was shown; null: unassigned. */
  holderId: bigint | null;
}

export const assignTicketVerb = verb({
  name: 'assignTicket',
  may: 'ticket:assign',
  countsAs: 'other',
  idempotent: false,
  audit: ['ticket:assign'],
  refusals: ['NOT_FOUND', 'TICKET_HELD'],
});

/**
 * Assigns a ticket to an admin of support, the caller or another one, or releases it. Of two admins who take it at once, one
 * gets it; an assignee who isn't the caller is notified. The other is refused with TICKET_HELD, which names who has it. Does nothing when it is assigned so already.
 * Refuses with NOT_FOUND, and with INVALID_INPUT an assignee who may not answer tickets.
 */
export async function assignTicket(ctx: Context, input: AssignTicketInput): Promise<Ticket> {
  requireAdmin(ctx, assignTicketVerb.may);
  const { ticketId, assigneeId, holderId } = input;
  const { ticket, events } = await inTransaction(ctx.db, async (tx) => {
    if (assigneeId !== null) await lockAssignee(tx, assigneeId);
    const before = await lockTicket(tx, ctx, ticketId);
    if (before.assigneeId === assigneeId) return { ticket: before, events: [] };
    if (before.assigneeId !== holderId) throw held(before);
    const [after] = await tx
      .update(tickets)
      .set({ assigneeId, handledAt: ctx.now })
      .where(eq(tickets.id, ticketId))
      .returning();
    if (!after) throw new Error('the assigned ticket did not come back');
    await recordAssignment(tx, ctx, before, after);
    const notice = await notifyAssignee(tx, ctx, after);
    return { ticket: after, events: [ticketHandled(after), ...(notice ? [notificationAdded(notice)] : [])] };
  });
  for (const event of events) ctx.events.publish(event);
  return ticket;
}

async function recordAssignment(tx: Tx, ctx: Context, before: Ticket, after: Ticket): Promise<void> {
  const uids = await userUids(tx, [before.assigneeId, after.assigneeId]);
  await recordAudit(tx, ctx, {
    action: assignTicketVerb.audit[0],
    subjectType: 'ticket',
    subject: ctx.ids.seal('Ticket', after.id),
    before: { assignee: uids[0] },
    after: { assignee: uids[1] },
  });
}

/** Notifies an admin of support that another one has assigned them the ticket. */
async function notifyAssignee(tx: Tx, ctx: Context, ticket: Ticket): Promise<NotificationAdded | null> {
  const by = requireAdmin(ctx, assignTicketVerb.may);
  if (ticket.assigneeId === null || ticket.assigneeId === by) return null;
  return notify(tx, {
    userId: ticket.assigneeId,
    kind: 'TICKET_ASSIGNED',
    data: { title: ticket.title, by: await userName(tx, by) },
    cause: `ticket:${ticket.id}:assigned:${ctx.now.getTime()}`,
    at: ctx.now,
  });
}

function held({ assigneeId }: Ticket): DomainError {
  const message = assigneeId === null ? 'Nobody has this ticket any more.' : 'Another admin has this ticket.';
  return new DomainError('TICKET_HELD', message, { field: 'holderId', holderId: assigneeId });
}
