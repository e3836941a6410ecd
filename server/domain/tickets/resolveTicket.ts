import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { tickets } from '../../../db/schema/support.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { handoverFacts } from './handover.ts';
import { verb } from '../ground/verbs/verb.ts';
import { lockTicket, ticketChanged, ticketHandedOver, type Ticket } from './ticket.ts';

export const resolveTicketVerb = verb({
  name: 'resolveTicket',
  may: 'ticket:resolve',
  countsAs: 'other',
  idempotent: false,
  audit: ['ticket:resolve'],
  refusals: ['NOT_FOUND'],
});

/** Marks a ticket as resolved, which takes it back from a team; does nothing when it already is. Refuses with NOT_FOUND. */
export async function resolveTicket(ctx: Context, { ticketId }: { ticketId: bigint }): Promise<Ticket> {
  const adminId = requireAdmin(ctx, resolveTicketVerb.may);
  const { ticket, events } = await inTransaction(ctx.db, async (tx) => {
    const found = await lockTicket(tx, ctx, ticketId);
    if (found.status === 'success') return { ticket: found, events: [] };
    const [resolved] = await tx
      .update(tickets)
      .set({ status: 'success', unread: false, resolvedAt: ctx.now, resolvedBy: adminId, updatedAt: ctx.now })
      .where(eq(tickets.id, ticketId))
      .returning();
    if (!resolved) throw new Error('the resolved ticket did not come back');
    await recordAudit(tx, ctx, {
      action: resolveTicketVerb.audit[0],
      subjectType: 'ticket',
      subject: ctx.ids.seal('Ticket', ticketId),
      before: { status: found.status, ...(await handoverFacts(tx, found)) },
      after: { status: resolved.status },
    });
    const ended = found.handedTeam === null ? [] : [ticketHandedOver(resolved)];
    return { ticket: resolved, events: [ticketChanged(resolved), ...ended] };
  });
  for (const event of events) ctx.events.publish(event);
  return ticket;
}
