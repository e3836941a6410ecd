import { and, eq, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { tickets, type ticketMessages } from '../../../db/schema/support.ts';
import { handedTo } from '../ground/actors/handedTickets.ts';
import { allows, requireMember } from '../ground/actors/permissions.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import type { Context } from '../ground/verbs/context.ts';
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

/** The event to publish, after commit, when a ticket is handed to a team, and when that has ended. */
export function ticketHandedOver({ id }: Pick<Ticket, 'id'>): DomainEvent {
  return { type: 'ticketHandedOver', ticketId: String(id) };
}

function noSuchTicket(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such ticket.', { field: 'ticketId' });
}

/** Which tickets the caller may read: players their own, admins of support all, other admins those that were handed to them. */
export function readableTickets({ actor }: Pick<Context, 'actor'>): SQL | undefined {
  const userId = requireMember({ actor }, 'ticket:read');
  if (actor.kind === 'player') return eq(tickets.playerId, userId);
  return allows(actor, 'ticket:readAll') ? undefined : handedTo(actor);
}

/**
 * The ticket, locked until the transaction ends, so that answers, hand-overs and resolving are serialized. Refuses with NOT_FOUND one
 * that the caller may not read.
 */
export async function lockTicket(tx: Tx, ctx: Pick<Context, 'actor'>, ticketId: bigint): Promise<Ticket> {
  const [ticket] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), readableTickets(ctx)))
    .for('update');
  if (!ticket) throw noSuchTicket();
  return ticket;
}
