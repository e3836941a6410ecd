import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import { randomPassword } from '../../../platform/passwords.ts';
import { rolesText } from '../../ground/actors/adminRoles.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { createUser } from './createUser.ts';
import { spelledEmail } from './identity.ts';
import { requesterOf } from '../guesses/requester.ts';

/**
 * Creates the primary admin at the first start, even if several servers start at once. The password is the configured
 * one; without one it is generated and returned, only this once, to be printed. Null when there is a primary admin
 * already.
 */
export async function ensurePrimaryAdmin(
  ctx: Context,
): Promise<{ email: string; generatedPassword: string | null } | null> {
  authorize(ctx, 'primaryAdmin:ensure');
  const email = spelledEmail(ctx.config.primaryAdminEmail);
  return inTransaction(ctx.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('primary_admin', 0))`);
    const [existing] = await tx.select({ id: users.id }).from(users).where(eq(users.isPrimary, true));
    if (existing !== undefined) return null;
    const configured = ctx.config.primaryAdminPassword;
    const password = configured ?? randomPassword();
    const passwordHash = await ctx.passwords.hash(password, requesterOf(ctx));
    const name = 'Primary admin';
    const account = { email, name, userType: 'admin', passwordHash, isPrimary: true } as const;
    const admin = await createUser(tx, ctx, { ...account, roles: ['OWNER'] });
    await recordAudit(tx, ctx, {
      action: 'admin:register',
      subjectType: 'user',
      subject: admin.uid,
      after: { email, name, status: admin.status, roles: rolesText(admin.roles) },
      reason: 'first start',
    });
    return { email, generatedPassword: configured === undefined ? password : null };
  });
}
