import { and, count, eq, gte, inArray, isNull } from 'drizzle-orm';
import { notifications } from '../../../db/schema/support.ts';
import type { Context } from '../context.ts';
import { inOrderOf } from '../inOrder.ts';
import { pageById, toPage, type Page, type PageRequest } from '../keyset.ts';
import { requireMember } from '../permissions.ts';
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
}

/** The caller's own notifications, newest first. */
export async function listNotifications(ctx: Context, page: PageRequest): Promise<Page<Notification>> {
  const userId = requireMember(ctx, 'notification:read');
  const { where, orderBy, limit } = pageById(notifications.id, page);
  const rows = await ctx.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), where))
    .orderBy(orderBy)
    .limit(limit);
  return toPage(rows.map(toNotification), page);
}

/** The caller's own notifications with these ids, in their order; null for other ids. */
export async function notificationsById(ctx: Context, ids: readonly bigint[]): Promise<(Notification | null)[]> {
  const userId = requireMember(ctx, 'notification:read');
  const rows = await ctx.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), inArray(notifications.id, [...ids])));
  return inOrderOf(ids, rows.map(toNotification));
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

function toNotification(row: typeof notifications.$inferSelect): Notification {
  const kind = row.kind as NotificationKind;
  const { title, body } = words(kind, row.data as NotificationData[typeof kind]);
  const { id, userId, createdAt, readAt } = row;
  return { id, userId, kind, title, body, sample: isSample(kind), createdAt, readAt };
}
