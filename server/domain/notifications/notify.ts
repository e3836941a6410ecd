import { notifications } from '../../../db/schema/support.ts';
import type { Tx } from '../../../db/client.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { sampleKinds, type NotificationData, type NotificationKind } from './kinds.ts';

/** A notification just inserted. Publish `notificationAdded` for it after the commit. */
export interface NotificationAdded {
  notificationId: bigint;
  userId: bigint;
}

export interface NewNotification<Kind extends NotificationKind = NotificationKind> {
  userId: bigint;
  kind: Kind;
  data: NotificationData[Kind];
  /** Identifies the cause, e.g. `transaction:17`. One cause notifies a user once, however often it is retried. */
  cause: string;
  at: Date;
}

/**
 * Inserts one notification, in the transaction of its cause. Returns null when this cause has notified this user
 * before.
 */
export async function notify<Kind extends NotificationKind>(
  tx: Tx,
  notification: NewNotification<Kind>,
): Promise<NotificationAdded | null> {
  const [added] = await notifyMany(tx, [notification]);
  return added ?? null;
}

/** The same for many in one statement; returns those that are new. */
export async function notifyMany(tx: Tx, batch: readonly NewNotification[]): Promise<NotificationAdded[]> {
  if (batch.length === 0) return [];
  return tx
    .insert(notifications)
    .values(batch.map(({ at, ...notification }) => ({ ...notification, createdAt: at })))
    .onConflictDoNothing()
    .returning({ notificationId: notifications.id, userId: notifications.userId });
}

/** Inserts the three sample messages of a new account. */
export async function seedWelcome(tx: Tx, userId: bigint, at: Date): Promise<void> {
  await notifyMany(
    tx,
    sampleKinds.map((kind) => ({ userId, kind, data: {}, cause: `sample:${kind}`, at })),
  );
}

/** What to publish, after commit, about a notification just written. */
export function notificationAdded({ notificationId, userId }: NotificationAdded): DomainEvent {
  return { type: 'notificationAdded', notificationId: String(notificationId), userId: String(userId) };
}
