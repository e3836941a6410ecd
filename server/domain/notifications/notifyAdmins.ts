import { and, arrayOverlaps, eq, ne } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import type { Context } from '../ground/verbs/context.ts';
import { rolesFor, type Action } from '../ground/actors/permissions.ts';
import type { NotificationKind } from './kinds.ts';
import { type NewNotification, type NotificationAdded, notifyMany } from './notify.ts';

/**
 * Inserts one notification for each active admin except the acting one, of those who may do `may` where it is given, in the transaction of its cause. Returns those
 * that are new: publish `notificationAdded` for them after the commit.
 */
export async function notifyAdmins<Kind extends NotificationKind>(
  tx: Tx,
  { actor }: Pick<Context, 'actor'>,
  notification: Omit<NewNotification<Kind>, 'userId'>,
  may?: Action,
): Promise<NotificationAdded[]> {
  const others = 'userId' in actor ? ne(users.id, actor.userId) : undefined;
  const allowed = may && arrayOverlaps(users.roles, rolesFor(may));
  const admins = await tx
    .select({ userId: users.id })
    .from(users)
    .where(and(eq(users.userType, 'admin'), eq(users.status, 'active'), others, allowed));
  return notifyMany(
    tx,
    admins.map(({ userId }) => ({ ...notification, userId })),
  );
}
