import { eq, sql } from 'drizzle-orm';
import { users } from '../../../../db/schema/accounts.ts';
import type { Requester } from '../../../platform/fairQueue.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../../ground/refusals/errors.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { isKeptEmail } from '../status/exclusion.ts';
import { limitGuesses } from '../guesses/guessing.ts';
import { parsePassword } from '../users/identity.ts';
import { spelledOnce } from '../names/parseName.ts';
import { recordingRefusals, SIGN_IN_REFUSED } from '../guesses/refusedSignIns.ts';
import { badCredentials, openSession, SESSION_OPENED, type SignedIn } from './session.ts';
import { userByEmail } from '../users/user.ts';

type UserRow = typeof users.$inferSelect;

export const loginVerb = verb({
  name: 'login',
  may: 'session:open',
  countsAs: 'attempt',
  idempotent: false,
  audit: [SESSION_OPENED, SIGN_IN_REFUSED],
  refusals: ['USER_NOT_FOUND', 'BAD_CREDENTIALS', 'OTP_REQUIRED', 'OTP_WRONG', 'SELF_EXCLUDED'],
});

/**
 * Signs in by password and, where the account has a second factor, by a code of it. `id` is an email (in any case), a
 * UID, or a name if exactly one user has it. Refuses with USER_NOT_FOUND an unknown id, with BAD_CREDENTIALS a wrong
 * password or a deactivated account, with OTP_REQUIRED a right password without a code, with OTP_WRONG a wrong code, with
 * SELF_EXCLUDED a player who is, with RATE_LIMITED after too many failed attempts. Takes the same time whether or not the
 * user exists.
 */
export async function login(
  ctx: Context,
  input: { id: string; password: string; otp?: string | null | undefined },
): Promise<SignedIn> {
  authorize(ctx, loginVerb.may);
  const id = input.id.trim();
  if (id === '' || id.includes('\0')) throw invalidInput('id', 'id is required');
  const password = parsePassword(input.password, 'password');
  const user = await userBySignInId(ctx, id);
  return limitGuesses(ctx, user === undefined ? { identifier: id } : { userId: user.id }, async (requester) => {
    if (user === undefined) {
      await ctx.passwords.verifyDecoy(password, requester);
      // The refusal of a wrong password: an exclusion is reported only after the right one.
      if (id.includes('@') && (await isKeptEmail(ctx.db, ctx, id))) throw badCredentials();
      throw new DomainError('USER_NOT_FOUND', 'User Not Found', { field: 'id' });
    }
    return recordingRefusals(ctx, user, () => openByPassword(ctx, user, { ...input, password }, requester));
  });
}

async function openByPassword(
  ctx: Context,
  user: UserRow,
  { password, otp }: { password: string; otp?: string | null | undefined },
  requester: Requester,
): Promise<SignedIn> {
  if (!(await ctx.passwords.verify(user.passwordHash, password, requester))) throw badCredentials();
  return openSession(ctx, () => Promise.resolve({ userId: user.id, otp, passwordHash: user.passwordHash }));
}

async function userBySignInId({ db }: Context, id: string): Promise<UserRow | undefined> {
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
