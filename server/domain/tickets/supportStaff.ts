import { and, arrayOverlaps, eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { authorize, rolesFor } from '../ground/actors/permissions.ts';

/** Active admins who may answer tickets. The database has the same rule for assignees (guard_assignee). */
export const ofSupport = and(
  eq(users.userType, 'admin'),
  eq(users.status, 'active'),
  arrayOverlaps(users.roles, rolesFor('ticket:assign')),
);

/** The ids of those to whom a ticket can be assigned, by name. */
export async function supportStaff(ctx: Context): Promise<bigint[]> {
  authorize(ctx, 'ticket:readAll');
  const rows = await ctx.db.select({ id: users.id }).from(users).where(ofSupport).orderBy(users.name, users.id);
  return rows.map(({ id }) => id);
}

/** Locks who gets a ticket, before the ticket: deactivating the account takes the locks in this order too. */
export async function lockAssignee(tx: Tx, userId: bigint): Promise<void> {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), ofSupport))
    .for('share');
  if (!found) throw invalidInput('assigneeId', 'This is no active admin who may answer tickets.');
}
