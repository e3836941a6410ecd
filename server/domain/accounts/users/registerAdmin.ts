import { inTransaction } from '../../../../db/client.ts';
import { randomPassword } from '../../../platform/passwords.ts';
import { defaultRoles, parseRoles, rolesText } from '../../ground/actors/adminRoles.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { requireAdmin } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { needsSecondAdmin } from '../../proposals/thresholds.ts';
import { createUser } from './createUser.ts';
import { parseEmail } from './identity.ts';
import type { StoredMail } from './registerPlayer.ts';
import { adminPasswordMail } from '../mails/mailTexts.ts';
import { claimName } from '../names/nameClaim.ts';
import { parseName } from '../names/parseName.ts';
import { queueMail } from '../mails/mails.ts';
import { requesterOf } from '../guesses/requester.ts';
import { proposeRoles } from '../status/setAdminRoles.ts';
import type { User } from './user.ts';

export const registerAdminVerb = verb({
  name: 'registerAdmin',
  may: 'admin:register',
  countsAs: 'attempt',
  idempotent: false,
  audit: ['admin:register', 'proposal:make'],
  refusals: ['EMAIL_TAKEN'],
});

/** The reason of a proposal that begins with a registration, which asks for none. */
const AS_REGISTERED = 'Registered with these roles';

interface RegisteredAdmin {
  admin: User;
  /** The roles wait for a second admin. */
  proposed: boolean;
  /** The mail with the password, where it is stored instead of sent; otherwise null. */
  mail: StoredMail | null;
}

/**
 * Creates another admin, whose password is mailed, with these roles or `defaultRoles`; it is returned only where the installation
 * sends no mail. Where roles need a second admin, they are proposed instead: `proposed` is true, and the new admin has none yet. Refuses with INVALID_INPUT a wrong email,
 * name or role, with EMAIL_TAKEN an email that is in use.
 */
export async function registerAdmin(
  ctx: Context,
  input: { email: string; name: string; roles?: readonly string[] | null | undefined },
): Promise<RegisteredAdmin> {
  requireAdmin(ctx, registerAdminVerb.may);
  const email = parseEmail(input.email);
  const name = parseName(input.name);
  const roles = parseRoles(input.roles ?? defaultRoles);
  const password = randomPassword();
  const passwordHash = await ctx.passwords.hash(password, requesterOf(ctx));
  const { admin, mail, events } = await inTransaction(ctx.db, async (tx) => {
    const waits = roles.length > 0 && (await needsSecondAdmin(tx, 'roles'));
    const created = await createUser(tx, ctx, {
      email,
      name,
      userType: 'admin',
      roles: waits ? [] : roles,
      passwordHash,
      passwordMailed: true,
    });
    await claimName(tx, ctx, { name, userType: 'admin', ownId: created.id });
    const mustEnrol = ctx.config.adminSecondFactor === 'required';
    const message = adminPasswordMail({ ...ctx.config, mustEnrol }, created, password);
    await queueMail(tx, ctx, 'password', message);
    await recordAudit(tx, ctx, {
      action: registerAdminVerb.audit[0],
      subjectType: 'user',
      subject: created.uid,
      after: { email, name, status: created.status, roles: rolesText(created.roles) },
    });
    return {
      admin: created,
      mail: message,
      events: waits ? await proposeRoles(tx, ctx, created, { roles, reason: AS_REGISTERED }) : [],
    };
  });
  ctx.events.publish({ type: 'mailQueued' }, ...events);
  return { admin, proposed: events.length > 0, mail: ctx.mail === undefined ? mail : null };
}
