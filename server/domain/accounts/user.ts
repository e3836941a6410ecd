import { eq, getTableColumns } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';

const { passwordHash: _secret, ...publicColumns } = getTableColumns(users);

/** Columns of a user that may leave this folder: all but the password's hash. */
export const userColumns = publicColumns;

export type User = Omit<typeof users.$inferSelect, 'passwordHash'>;

/** The user with this email, however it is written, with the password's hash. */
export async function userByEmail(queryable: Queryable, email: string): Promise<typeof users.$inferSelect | undefined> {
  // Postgres holds no NUL, so nobody's email has one.
  if (email.includes('\0')) return undefined;
  const [row] = await queryable.select().from(users).where(eq(users.email, email.trim().toLowerCase()));
  return row;
}

/** Reads a user and keeps password and status as they are until the transaction ends. */
export async function lockUser(tx: Tx, userId: bigint): Promise<typeof users.$inferSelect | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return row;
}

/** A user without what must not leave this folder. */
export function withoutSecret({ passwordHash: _hash, ...user }: typeof users.$inferSelect): User {
  return user;
}
