import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import { avatarNamed } from '../../../platform/avatars.ts';
import type { Language } from '../../../platform/languages.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { invalidInput } from '../../ground/refusals/errors.ts';
import { requireMember } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { parseName } from '../names/parseName.ts';
import { claimName } from '../names/nameClaim.ts';
import { userColumns, type User } from './user.ts';

export const updateProfileVerb = verb({
  name: 'updateProfile',
  may: 'profile:update',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/**
 * Changes the actor's own name, avatar (its name or URL) or language; what is left out stays. Refuses with
 * INVALID_INPUT a wrong name or an avatar that is not in the list.
 */
export async function updateProfile(
  ctx: Context,
  input: {
    name?: string | null | undefined;
    avatar?: string | null | undefined;
    language?: Language | null | undefined;
  },
): Promise<User> {
  const userId = requireMember(ctx, updateProfileVerb.may);
  const avatar = input.avatar == null ? undefined : parseAvatar(input.avatar);
  return inTransaction(ctx.db, async (tx) => {
    const [user] = await tx.select(userColumns).from(users).where(eq(users.id, userId));
    if (user === undefined) throw new Error('the signed-in user has no row');
    // A name from before the current rules may stay.
    const name = input.name == null || input.name === user.name ? user.name : parseName(input.name);
    if (name !== user.name) await claimName(tx, ctx, { name, userType: user.userType, ownId: userId });
    const changes = { name, avatar: avatar ?? user.avatar, language: input.language ?? user.language };
    const [changed] = await tx.update(users).set(changes).where(eq(users.id, userId)).returning(userColumns);
    return changed ?? user;
  });
}

function parseAvatar(text: string): string {
  const avatar = avatarNamed(text);
  if (avatar === null) throw invalidInput('avatar', 'avatar must be one of the list');
  return avatar;
}
