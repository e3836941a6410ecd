import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { tickets, type ticketMessages } from '../../../db/schema/support.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';

/** A player's question to support. `status` is `success` once an admin has resolved it. */
export type Ticket = typeof tickets.$inferSelect;

/** A message of a ticket's chat, by its player or by an admin. */
export type TicketMessage = typeof ticketMessages.$inferSelect;

/** The event to publish, after commit, for a new, changed or resolved ticket. */
export function ticketChanged({ id, playerId }: Pick<Ticket, 'id' | 'playerId'>): DomainEvent {
  return { type: 'ticketChanged', ticketId: String(id), playerId: String(playerId) };
}

/** The event to publish, after commit, for what players don't see of a ticket: read, assignee. */
export function ticketHandled({ id, playerId }: Pick<Ticket, 'id' | 'playerId'>): DomainEvent {
  return { type: 'ticketHandled', ticketId: String(id), playerId: String(playerId) };
}

export function noSuchTicket(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such ticket.', { field: 'ticketId' });
}

/** The ticket, locked until the transaction ends, so that answers and resolving are serialized. */
export async function lockTicket(tx: Tx, ticketId: bigint): Promise<Ticket | undefined> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId)).for('update');
  return ticket;
}
