import { eq, getTableColumns } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { spelledEmail } from './identity.ts';

const { passwordHash: _secret, ...publicColumns } = getTableColumns(users);

/** Columns of a user that may leave this folder: all except the password hash. */
export const userColumns = publicColumns;

export type User = Omit<typeof users.$inferSelect, 'passwordHash'>;

/** The user with this email, in any spelling, with the password hash. */
export async function userByEmail(queryable: Queryable, email: string): Promise<typeof users.$inferSelect | undefined> {
  // Postgres can't store NUL, so no email contains one.
  if (email.includes('\0')) return undefined;
  const [row] = await queryable
    .select()
    .from(users)
    .where(eq(users.email, spelledEmail(email)));
  return row;
}

/** Reads a user and locks the row, so that password and status stay the same until the transaction ends. */
export async function lockUser(tx: Tx, userId: bigint): Promise<typeof users.$inferSelect | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return row;
}

/** The refusal of an email that is in use. */
export function emailTaken(): DomainError {
  return new DomainError('EMAIL_TAKEN', 'User with this email already exists', { field: 'email' });
}

/** A user without the columns that must not leave this folder. */
export function withoutSecret({ passwordHash: _hash, ...user }: typeof users.$inferSelect): User {
  return user;
}
