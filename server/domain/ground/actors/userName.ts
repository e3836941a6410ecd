import { eq } from 'drizzle-orm';
import type { Tx } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';

/** The name of a user; empty when there is none. */
export async function userName(tx: Tx, userId: bigint): Promise<string> {
  const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return user?.name ?? '';
}
