import { inTransaction } from '../../../db/client.ts';
import { randomPassword } from '../../platform/passwords.ts';
import { defaultRoles, parseRoles, rolesText } from '../adminRoles.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
import { createUser } from './createUser.ts';
import { parseEmail, parseName } from './identity.ts';
import { passwordMail } from './mailTexts.ts';
import { claimName } from './nameClaim.ts';
import { queueMail } from './mails.ts';
import type { User } from './user.ts';

export const registerAdminVerb = verb({
  name: 'registerAdmin',
  may: 'admin:register',
  countsAs: 'attempt',
  idempotent: false,
  audit: ['admin:register'],
  refusals: ['EMAIL_TAKEN'],
});

/**
 * Creates another admin, whose password is mailed, with these roles or `defaultRoles`. Refuses with INVALID_INPUT a
 * wrong email, name or role, with EMAIL_TAKEN an email that is in use.
 */
export async function registerAdmin(
  ctx: Context,
  input: { email: string; name: string; roles?: readonly string[] | null | undefined },
): Promise<User> {
  requireAdmin(ctx, registerAdminVerb.may);
  const email = parseEmail(input.email);
  const name = parseName(input.name);
  const roles = parseRoles(input.roles ?? defaultRoles);
  const password = randomPassword();
  const passwordHash = await ctx.passwords.hash(password);
  const admin = await inTransaction(ctx.db, async (tx) => {
    const created = await createUser(tx, ctx, {
      email,
      name,
      userType: 'admin',
      roles,
      passwordHash,
      passwordMailed: true,
    });
    await claimName(tx, ctx, { name, userType: 'admin', ownId: created.id });
    await queueMail(tx, ctx, 'password', passwordMail(ctx.config, created, password));
    await recordAudit(tx, ctx, {
      action: registerAdminVerb.audit[0],
      subjectType: 'user',
      subject: created.uid,
      after: { email, name, status: created.status, roles: rolesText(roles) },
    });
    return created;
  });
  ctx.events.publish({ type: 'mailQueued' });
  return admin;
}
