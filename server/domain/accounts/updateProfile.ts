import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/accounts.ts';
import { avatarNamed } from '../../platform/avatars.ts';
import type { Context } from '../context.ts';
import { invalidInput } from '../errors.ts';
import { requireMember } from '../permissions.ts';
import { parseName } from './identity.ts';
import { userColumns, type User } from './user.ts';

/**
 * Changes one's own name or avatar (its name or address); what is left out stays. Refuses with INVALID_INPUT a wrong
 * name or an avatar that is not in the list.
 */
export async function updateProfile(
  ctx: Context,
  input: { name?: string | null | undefined; avatar?: string | null | undefined },
): Promise<User> {
  const userId = requireMember(ctx, 'profile:update');
  const changes: { name?: string; avatar?: string } = {};
  if (input.name != null) changes.name = parseName(input.name);
  if (input.avatar != null) changes.avatar = parseAvatar(input.avatar);
  const [user] =
    Object.keys(changes).length === 0
      ? await ctx.db.select(userColumns).from(users).where(eq(users.id, userId))
      : await ctx.db.update(users).set(changes).where(eq(users.id, userId)).returning(userColumns);
  if (user === undefined) throw new Error('the signed-in user has no row');
  return user;
}

function parseAvatar(text: string): string {
  const avatar = avatarNamed(text);
  if (avatar === null) throw invalidInput('avatar', 'avatar must be one of the list');
  return avatar;
}
