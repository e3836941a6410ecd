import { eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';

/** The name of a user; empty when there is none. */
export async function userName(tx: Tx, userId: bigint): Promise<string> {
  const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return user?.name ?? '';
}

/** The UIDs of users, in the order of `ids`; null where the id is null or unknown. */
export async function userUids(tx: Tx, ids: readonly (bigint | null)[]): Promise<(string | null)[]> {
  const known = ids.filter((id) => id !== null);
  const rows = await tx.select({ id: users.id, uid: users.uid }).from(users).where(inArray(users.id, known));
  return ids.map((id) => rows.find((row) => row.id === id)?.uid ?? null);
}
