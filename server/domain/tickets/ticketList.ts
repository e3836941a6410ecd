import { and, asc, count, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import { ticketMessages, tickets } from '../../../db/schema/support.ts';
import { recordReading } from '../audit/recordReading.ts';
import type { Context } from '../ground/verbs/context.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { pageById, toPage, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { authorize, requireMember, requirePlayer } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import type { Ticket, TicketMessage } from './ticket.ts';
import { searchCondition } from './ticketSearch.ts';

export interface TicketFilter {
  status?: Ticket['status'] | undefined;
  playerId?: bigint | undefined;
  /** Part of title, description, messages, or the player's name, email or UID. */
  search?: string | undefined;
  /** Assigned to the caller, or unassigned. */
  assignment?: TicketAssignment | undefined;
  /** Only unread tickets. */
  unread?: boolean | undefined;
}

export type TicketAssignment = 'mine' | 'unassigned';

/** Exactly the condition of their index. */
const isUnread = sql`${tickets.unread}`;

/** The caller's own tickets, newest first. */
export async function listOwnTickets(ctx: Context, page: PageRequest): Promise<Page<Ticket>> {
  return readTickets(ctx, { playerId: requirePlayer(ctx, 'ticket:read') }, page);
}

/** All tickets, newest first, for admins. */
export async function listTickets(ctx: Context, filter: TicketFilter, page: PageRequest): Promise<Page<Ticket>> {
  authorize(ctx, 'ticket:readAll');
  if (filter.playerId !== undefined) await recordReading(ctx, filter.playerId, 'tickets');
  if (!filter.search) return readTickets(ctx, filter, page);
  return reportRead(ctx, (report) => readTickets(report, filter, page), { after: ['ticketChanged', 'ticketHandled'] });
}

/** Number of open tickets, for admins. */
export async function openTicketCount(ctx: Context): Promise<number> {
  authorize(ctx, 'ticket:readAll');
  const [row] = await ctx.db.select({ open: count() }).from(tickets).where(eq(tickets.status, 'pending'));
  return row?.open ?? 0;
}

/** Number of unread tickets, for admins. */
export function unreadTicketCount(ctx: Context): Promise<number> {
  authorize(ctx, 'ticket:readAll');
  return ctx.db.$count(tickets, isUnread);
}

/** The tickets with these ids, in their order; null for unknown ones and those of others. */
export async function ticketsById(ctx: Context, ids: readonly bigint[]): Promise<(Ticket | null)[]> {
  const rows = await ctx.db
    .select()
    .from(tickets)
    .where(and(inArray(tickets.id, [...ids]), readable(ctx)));
  return inOrderOf(ids, rows);
}

/**
 * The tickets created or changed from `since` on, by id, limited to those that the caller may read; for admins also those
 * that support has handled.
 */
export async function ticketsChangedSince(ctx: Context, since: Date): Promise<bigint[]> {
  const handled = ctx.actor.kind === 'admin' ? gte(tickets.handledAt, since) : undefined;
  const rows = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(or(gte(tickets.updatedAt, since), handled), readable(ctx)))
    .orderBy(tickets.updatedAt);
  return rows.map(({ id }) => id);
}

/** A ticket's chat, oldest first; empty where the caller may not read the ticket. */
export async function listTicketMessages(
  ctx: Context,
  ticketId: bigint,
  page: PageRequest,
): Promise<Page<TicketMessage>> {
  const { where, orderBy, limit } = pageById(ticketMessages.id, page, 'oldestFirst');
  const rows = await readableMessages(ctx)
    .where(and(eq(ticketMessages.ticketId, ticketId), readable(ctx), where))
    .orderBy(orderBy)
    .limit(limit);
  return toPage(
    rows.map((row) => row.message),
    page,
  );
}

/** The complete chats of these tickets, oldest first, limited to those that the caller may read. */
export async function messagesOfTickets(ctx: Context, ticketIds: readonly bigint[]): Promise<TicketMessage[]> {
  const rows = await readableMessages(ctx)
    .where(and(inArray(ticketMessages.ticketId, [...ticketIds]), readable(ctx)))
    .orderBy(asc(ticketMessages.id));
  return rows.map((row) => row.message);
}

/** The messages with these ids, in their order; null for unknown ones and those of others. */
export async function ticketMessagesById(ctx: Context, ids: readonly bigint[]): Promise<(TicketMessage | null)[]> {
  const rows = await readableMessages(ctx).where(and(inArray(ticketMessages.id, [...ids]), readable(ctx)));
  return inOrderOf(
    ids,
    rows.map((row) => row.message),
  );
}

async function readTickets(ctx: Context, filter: TicketFilter, page: PageRequest): Promise<Page<Ticket>> {
  const { where, orderBy, limit } = pageById(tickets.id, page);
  const rows = await ctx.db
    .select()
    .from(tickets)
    .where(
      and(
        filter.status && eq(tickets.status, filter.status),
        filter.playerId === undefined ? undefined : eq(tickets.playerId, filter.playerId),
        filter.unread ? isUnread : undefined,
        filter.assignment && assignedAs(ctx, filter.assignment),
        await searchCondition(ctx, filter.search),
        where,
      ),
    )
    .orderBy(orderBy)
    .limit(limit);
  return toPage(rows, page);
}

function assignedAs(ctx: Context, assignment: TicketAssignment) {
  if (assignment === 'unassigned') return isNull(tickets.assigneeId);
  return eq(tickets.assigneeId, requireMember(ctx, 'ticket:read'));
}

function readableMessages(ctx: Context) {
  return ctx.db
    .select({ message: ticketMessages })
    .from(ticketMessages)
    .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId));
}

/** Players read their own tickets, admins all. */
function readable(ctx: Context) {
  const userId = requireMember(ctx, 'ticket:read');
  return ctx.actor.kind === 'admin' ? undefined : eq(tickets.playerId, userId);
}
