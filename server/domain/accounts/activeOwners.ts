import { and, arrayContains, eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';

/** The owners who may sign in, in the order in which they were registered. */
export function activeOwners(tx: Tx): Promise<(typeof users.$inferSelect)[]> {
  return tx
    .select()
    .from(users)
    .where(and(eq(users.userType, 'admin'), eq(users.status, 'active'), arrayContains(users.roles, ['OWNER'])))
    .orderBy(users.id);
}
