import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import { waitingOrder } from '../../../db/schema/searchTexts.ts';
import { ticketMessages, tickets } from '../../../db/schema/support.ts';
import { recordReading } from '../audit/recordReading.ts';
import type { Context } from '../ground/verbs/context.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { pageById, toPage, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { handedTo } from '../ground/actors/handedTickets.ts';
import { authorize, requireAdmin, requireMember, requirePlayer } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import { readableTickets, type Ticket, type TicketMessage } from './ticket.ts';
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
  /** Handed to the caller or a team of theirs, or to anybody. */
  handed?: TicketHanded | undefined;
}

export type TicketAssignment = 'mine' | 'unassigned';
export type TicketHanded = 'toMe' | 'toAnybody';

/** Exactly the condition of their index. */
const isUnread = sql`${tickets.unread}`;

/** The caller's own tickets, newest first. */
export async function listOwnTickets(ctx: Context, page: PageRequest): Promise<Page<Ticket>> {
  return readTickets(ctx, { playerId: requirePlayer(ctx, 'ticket:read') }, page);
}

/** The tickets that an admin may read, newest first; those of one player for admins who may read all. */
export async function listTickets(ctx: Context, filter: TicketFilter, page: PageRequest): Promise<Page<Ticket>> {
  requireAdmin(ctx, filter.playerId === undefined ? 'ticket:read' : 'ticket:readAll');
  if (filter.playerId !== undefined) await recordReading(ctx, filter.playerId, 'tickets');
  return searchable(ctx, filter, (from) => readTickets(from, filter, page));
}

/** Where a ticket stands among those that are ordered by how long their players wait. */
export interface WaitingKey {
  /** Null: the player isn't waiting. */
  since: Date | null;
  id: bigint;
}

/**
 * The tickets that an admin may read, by the wait of their players, the longest first, then the answered ones, the newest first.
 */
export async function listWaitingTickets(
  ctx: Context,
  filter: Omit<TicketFilter, 'playerId'>,
  page: PageRequest<WaitingKey>,
): Promise<Page<Ticket>> {
  requireAdmin(ctx, 'ticket:read');
  return searchable(ctx, filter, async (from) => {
    const { where, orderBy, limit } = pageByWaiting(page);
    const matching = await condition(from, filter);
    const rows = await from.db
      .select()
      .from(tickets)
      .where(and(matching, where))
      .orderBy(...orderBy)
      .limit(limit);
    return toPage(rows, page);
  });
}

/** What a search finds may be read from a replica. */
function searchable(
  ctx: Context,
  { search }: TicketFilter,
  read: (from: Context) => Promise<Page<Ticket>>,
): Promise<Page<Ticket>> {
  return search ? reportRead(ctx, read, { after: ['ticketChanged', 'ticketHandled'] }) : read(ctx);
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

/** Number of tickets that are handed to the caller or a team of theirs. */
export function handedTicketCount(ctx: Context): Promise<number> {
  requireAdmin(ctx, 'ticket:readHanded');
  return ctx.db.$count(tickets, handedTo(ctx.actor));
}

/** The newest words of a ticket. */
export interface TicketExcerpt {
  /** One line of at most 140 characters. */
  text: string;
  authorId: bigint;
  createdAt: Date;
}

/** The first words of each ticket's newest message, of its description before there is one; null for those of others. */
export async function ticketExcerpts(ctx: Context, ids: readonly bigint[]): Promise<(TicketExcerpt | null)[]> {
  const firstWords = (text: SQL) => sql`left(trim(regexp_replace(${text}, '\\s+', ' ', 'g')), 140)`;
  const rows = await rawQuery<TicketExcerpt & { id: bigint }>(
    ctx.db,
    sql`select tickets.id, ${firstWords(sql`coalesce(m.message, tickets.description)`)} as text,
               coalesce(m.author_id, tickets.player_id) as "authorId", coalesce(m.created_at, tickets.created_at) as "createdAt"
          from tickets
          left join lateral (
            select message, author_id, created_at from ticket_messages where ticket_id = tickets.id order by id desc limit 1) m on true
         where tickets.id = any (${idArray(ids)}) and ${readableTickets(ctx) ?? sql`true`}`,
  );
  return inOrderOf(ids, rows);
}

/** The tickets with these ids, in their order; null for unknown ones and those of others. */
export async function ticketsById(ctx: Context, ids: readonly bigint[]): Promise<(Ticket | null)[]> {
  const rows = await ctx.db
    .select()
    .from(tickets)
    .where(and(inArray(tickets.id, [...ids]), readableTickets(ctx)));
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
    .where(and(or(gte(tickets.updatedAt, since), handled), readableTickets(ctx)))
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
    .where(and(eq(ticketMessages.ticketId, ticketId), readableTickets(ctx), where))
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
    .where(and(inArray(ticketMessages.ticketId, [...ticketIds]), readableTickets(ctx)))
    .orderBy(asc(ticketMessages.id));
  return rows.map((row) => row.message);
}

/** The messages with these ids, in their order; null for unknown ones and those of others. */
export async function ticketMessagesById(ctx: Context, ids: readonly bigint[]): Promise<(TicketMessage | null)[]> {
  const rows = await readableMessages(ctx).where(and(inArray(ticketMessages.id, [...ids]), readableTickets(ctx)));
  return inOrderOf(
    ids,
    rows.map((row) => row.message),
  );
}

async function readTickets(ctx: Context, filter: TicketFilter, page: PageRequest): Promise<Page<Ticket>> {
  const { where, orderBy, limit } = pageById(tickets.id, page);
  const matching = await condition(ctx, filter);
  const rows = await ctx.db.select().from(tickets).where(and(matching, where)).orderBy(orderBy).limit(limit);
  return toPage(rows, page);
}

async function condition(ctx: Context, filter: TicketFilter): Promise<SQL | undefined> {
  return and(
    readableTickets(ctx),
    filter.status && eq(tickets.status, filter.status),
    filter.playerId === undefined ? undefined : eq(tickets.playerId, filter.playerId),
    filter.unread ? isUnread : undefined,
    filter.assignment && assignedAs(ctx, filter.assignment),
    filter.handed && (filter.handed === 'toMe' ? handedTo(ctx.actor) : isNotNull(tickets.handedTeam)),
    await searchCondition(ctx, filter.search),
  );
}

/** The same as `pageById` for the order of (since when they wait, id descending). */
function pageByWaiting({ limit, after, before, fromEnd = false }: PageRequest<WaitingKey>) {
  const beside = ({ since, id }: WaitingKey, later: boolean) => {
    const at = sql`${since?.toISOString() ?? 'infinity'}::timestamptz`;
    const [from, beyond, sooner] = later ? ['>=', '>', '<'] : ['<=', '<', '>'];
    return sql`${waitingOrder} ${sql.raw(from)} ${at} and (${waitingOrder} ${sql.raw(beyond)} ${at} or ${tickets.id} ${sql.raw(sooner)} ${id})`;
  };
  return {
    where: and(after && beside(after, true), before && beside(before, false)),
    orderBy: fromEnd ? [desc(waitingOrder), asc(tickets.id)] : [asc(waitingOrder), desc(tickets.id)],
    limit: limit + 1,
  };
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
