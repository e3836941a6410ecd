import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { parseRoles, rolesText, type AdminRole } from '../adminRoles.ts';
import { parseReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../context.ts';
import { DomainError, invalidInput } from '../errors.ts';
import { requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
import { renewRoles } from './session.ts';
import { noSuchUser } from './setUserStatus.ts';
import { lockUser, userColumns, type User } from './user.ts';

export const setAdminRolesVerb = verb({
  name: 'setAdminRoles',
  may: 'admin:setRoles',
  countsAs: 'other',
  idempotent: false,
  audit: ['admin:setRoles'],
  refusals: ['NOT_FOUND', 'USER_PROTECTED'],
});

/**
 * Gives an admin these roles instead of theirs, at once and on every server: calls under way end as they began. Refuses
 * with INVALID_INPUT an unknown role, a missing reason and a deactivated account, with NOT_FOUND an account that is no
 * admin's, with USER_PROTECTED to take the primary admin's ownership.
 */
export async function setAdminRoles(
  ctx: Context,
  input: { userId: bigint; roles: readonly string[]; reason: string },
): Promise<User> {
  requireAdmin(ctx, setAdminRolesVerb.may);
  const roles = parseRoles(input.roles);
  const reason = parseReason(input.reason);
  if (reason === null) throw invalidInput('reason', 'reason is required');
  const { admin, events } = await inTransaction(ctx.db, async (tx) => {
    const before = await lockUser(tx, input.userId);
    if (before?.userType !== 'admin') throw noSuchUser();
    if (before.status !== 'active') throw invalidInput('userId', 'This account is deactivated.');
    if (before.isPrimary && !roles.includes('OWNER')) {
      throw new DomainError('USER_PROTECTED', 'The primary admin stays an owner.', { field: 'roles' });
    }
    return writeRoles(tx, ctx, before, { roles, reason });
  });
  ctx.events.deliver(...events);
  return admin;
}

/** Writes the roles of a locked admin, with their row in the audit log. */
async function writeRoles(
  tx: Tx,
  ctx: Context,
  before: User,
  { roles, reason }: { roles: AdminRole[]; reason: string },
) {
  const [admin] = await tx.update(users).set({ roles }).where(eq(users.id, before.id)).returning(userColumns);
  if (admin === undefined) throw new Error('a locked user vanished');
  const events = await renewRoles(tx, ctx, admin.id);
  await recordAudit(tx, ctx, {
    action: setAdminRolesVerb.audit[0],
    subjectType: 'user',
    subject: admin.uid,
    before: { roles: rolesText(before.roles) },
    after: { roles: rolesText(roles) },
    reason,
  });
  return { admin, events };
}
