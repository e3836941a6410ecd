import { and, count, eq, getTableColumns, gte, inArray, isNull } from 'drizzle-orm';
import { users } from '../../../db/schema/accounts.ts';
import { notifications } from '../../../db/schema/support.ts';
import type { Language } from '../../platform/languages.ts';
import type { Context } from '../ground/verbs/context.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { pageById, toPage, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { requireMember } from '../ground/actors/permissions.ts';
import { dayFigures } from './dayFigures.ts';
import { isSample, type NotificationData, type NotificationKind } from './kinds.ts';
import { words } from './words.ts';

export interface Notification {
  id: bigint;
  userId: bigint;
  kind: NotificationKind;
  title: string;
  body: string;
  /** Whether it is one of the samples of a new account. */
  sample: boolean;
  createdAt: Date;
  /** Null until its user has marked the list as read. */
  readAt: Date | null;
  /** The request, under the kinds that begin with DEPOSIT or WITHDRAWAL. */
  transactionId: bigint | null;
  /** The chat line that answered the ticket, under TICKET_ANSWERED. */
  ticketMessageId: bigint | null;
  /** The ticket, under TICKET_ASSIGNED, TICKET_HANDED and TICKET_TEAM_ANSWERED. */
  ticketId: bigint | null;
}

/** With the language of their user. */
const columns = { ...getTableColumns(notifications), language: users.language };

/** The caller's own notifications, newest first. */
export async function listNotifications(ctx: Context, page: PageRequest): Promise<Page<Notification>> {
  const userId = requireMember(ctx, 'notification:read');
  const { where, orderBy, limit } = pageById(notifications.id, page);
  const rows = await ctx.db
    .select(columns)
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(and(eq(notifications.userId, userId), where))
    .orderBy(orderBy)
    .limit(limit);
  return toPage(await shown(ctx, rows), page);
}

/** The caller's own notifications with these ids, in their order; null for other ids. */
export async function notificationsById(ctx: Context, ids: readonly bigint[]): Promise<(Notification | null)[]> {
  const userId = requireMember(ctx, 'notification:read');
  const rows = await ctx.db
    .select(columns)
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(and(eq(notifications.userId, userId), inArray(notifications.id, [...ids])));
  return inOrderOf(ids, await shown(ctx, rows));
}

/** The caller's notifications from `since` on, by id. */
export async function notificationsSince(ctx: Context, since: Date): Promise<bigint[]> {
  const userId = requireMember(ctx, 'notification:read');
  const rows = await ctx.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), gte(notifications.createdAt, since)))
    .orderBy(notifications.id);
  return rows.map(({ id }) => id);
}

/** How many of the caller's notifications are unread. */
export async function unreadNotificationCount(ctx: Context): Promise<number> {
  const userId = requireMember(ctx, 'notification:read');
  const [row] = await ctx.db
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)));
  return row?.unread ?? 0;
}

type Row = typeof notifications.$inferSelect & { readonly language: Language };

async function shown(ctx: Context, rows: readonly Row[]): Promise<Notification[]> {
  const days = rows.filter(({ kind }) => kind === 'ROUNDS_PLAYED').map(({ data }) => dayOf(data));
  const mode = ctx.config.moneyMode;
  const figures = await dayFigures(ctx, days);
  return rows.map((row) => {
    if (row.kind !== 'ROUNDS_PLAYED') return toNotification(row, mode);
    const data = { ...figures.get(dayOf(row.data)), day: dayOf(row.data) };
    return toNotification({ ...row, data }, mode);
  });
}

function dayOf(data: unknown): string {
  return (data as NotificationData['ROUNDS_PLAYED']).day;
}

function toNotification(row: Row, mode: Context['config']['moneyMode']): Notification {
  const kind = row.kind as NotificationKind;
  const { title, body } = words(kind, row.data as NotificationData[typeof kind], { mode, language: row.language });
  const { id, userId, cause, createdAt, readAt } = row;
  return {
    id,
    userId,
    kind,
    title,
    body,
    sample: isSample(kind),
    createdAt,
    readAt,
    transactionId: idIn(cause, 'transaction'),
    ticketMessageId: idIn(cause, 'ticketMessage'),
    ticketId: idIn(cause, 'ticket'),
  };
}

/** 17n of the causes `transaction:17` and `transaction:17:…`; null of another cause. */
function idIn(cause: string, type: string): bigint | null {
  const [, id] = new RegExp(`^${type}:(\\d{1,19})(?::|$)`).exec(cause) ?? [];
  return id === undefined ? null : BigInt(id);
}
