import { and, eq, gt } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { ticketMessages, tickets } from '../../../db/schema/support.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { lockTicket, ticketHandled, type Ticket } from './ticket.ts';

export const markTicketReadVerb = verb({
  name: 'markTicketRead',
  may: 'ticket:markRead',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: ['NOT_FOUND'],
});

/**
 * Marks a ticket as read for the whole team, up to the newest message that the admin was shown (null: there was none). It
 * stays unread where the player has written since. Refuses with NOT_FOUND.
 */
export async function markTicketRead(
  ctx: Context,
  { ticketId, messageId }: { ticketId: bigint; messageId: bigint | null },
): Promise<Ticket> {
  requireAdmin(ctx, markTicketReadVerb.may);
  const { ticket, changed } = await inTransaction(ctx.db, async (tx) => {
    const before = await lockTicket(tx, ctx, ticketId);
    const ofPlayer = and(eq(ticketMessages.ticketId, ticketId), eq(ticketMessages.authorId, before.playerId));
    const newer = await tx.$count(ticketMessages, and(ofPlayer, gt(ticketMessages.id, messageId ?? 0n)));
    if (!before.unread || newer > 0) return { ticket: before, changed: false };
    const [after] = await tx
      .update(tickets)
      .set({ unread: false, handledAt: ctx.now })
      .where(eq(tickets.id, ticketId))
      .returning();
    if (!after) throw new Error('the ticket did not come back');
    return { ticket: after, changed: true };
  });
  if (changed) ctx.events.publish(ticketHandled(ticket));
  return ticket;
}
