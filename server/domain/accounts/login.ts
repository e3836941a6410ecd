import { eq, sql } from 'drizzle-orm';
import { users } from '../../../db/schema/accounts.ts';
import type { Context } from '../context.ts';
import { DomainError, invalidInput } from '../errors.ts';
import { authorize } from '../permissions.ts';
import { parsePassword, spelledOnce } from './identity.ts';
import { badCredentials, openSession, type SignedIn } from './session.ts';
import { userByEmail } from './user.ts';

/**
 * Signs in by password. `id` is an email (in any case), a UID, or a name if exactly one user bears it. Refuses with
 * USER_NOT_FOUND an id that is nobody's, with BAD_CREDENTIALS a wrong password or a deactivated account. Takes the same
 * time whether or not there is such a user.
 */
export async function login(ctx: Context, input: { id: string; password: string }): Promise<SignedIn> {
  authorize(ctx, 'session:open');
  const id = input.id.trim();
  if (id === '' || id.includes('\0')) throw invalidInput('id', 'id is required');
  const password = parsePassword(input.password, 'password');
  const user = await userBySignInId(ctx, id);
  if (user === undefined) {
    await ctx.passwords.verifyNobody(password);
    throw new DomainError('USER_NOT_FOUND', 'User Not Found', { field: 'id' });
  }
  if (!(await ctx.passwords.verify(user.passwordHash, password))) throw badCredentials();
  return openSession(ctx, user.id, (locked) => locked.passwordHash === user.passwordHash);
}

async function userBySignInId({ db }: Context, id: string): Promise<typeof users.$inferSelect | undefined> {
  if (id.includes('@')) {
    const byEmail = await userByEmail(db, id);
    if (byEmail !== undefined) return byEmail;
  }
  const [byUid] = await db.select().from(users).where(eq(users.uid, id));
  if (byUid !== undefined) return byUid;
  const bearers = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.name})`, sql`lower(${spelledOnce(id)})`))
    .limit(2);
  return bearers.length === 1 ? bearers[0] : undefined;
}
