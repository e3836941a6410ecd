import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import { avatarNames } from '../../../platform/avatars.ts';
import type { Language } from '../../../platform/languages.ts';
import type { AdminRole } from '../../ground/actors/adminRoles.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { emailTaken, userColumns, type User } from './user.ts';

export interface NewUser {
  email: string;
  name: string;
  userType: 'player' | 'admin';
  passwordHash: string;
  isPrimary?: boolean;
  roles?: AdminRole[];
  passwordMailed?: boolean;
  simulated?: boolean;
  language?: Language | undefined;
}

const UID_ATTEMPTS = 20;
/** The first of the list (server/domain/accounts/README.md#accounts-and-names). */
const [DEFAULT_AVATAR = 'lotus'] = avatarNames;

/** Inserts the user's row, with a random UID that doesn't reveal any order. Refuses with EMAIL_TAKEN. */
export async function createUser(tx: Tx, ctx: Context, user: NewUser): Promise<User> {
  for (let attempt = 0; attempt < UID_ATTEMPTS; attempt += 1) {
    const uid = String(randomInt(10_000_000, 100_000_000));
    const [created] = await tx
      .insert(users)
      .values({ ...user, uid, avatar: DEFAULT_AVATAR, createdAt: ctx.now })
      .onConflictDoNothing()
      .returning(userColumns);
    if (created !== undefined) return created;
    const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, user.email));
    if (taken !== undefined) throw emailTaken();
  }
  throw new Error('no free UID was found');
}
