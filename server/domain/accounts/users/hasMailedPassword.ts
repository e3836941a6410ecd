import { eq } from 'drizzle-orm';
import { users } from '../../../../db/schema/accounts.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { requireAdmin } from '../../ground/actors/permissions.ts';

/** Whether the acting admin's password is still the one that was mailed. */
export async function hasMailedPassword(ctx: Context): Promise<boolean> {
  const adminId = requireAdmin(ctx, 'settings:read');
  const [admin] = await ctx.db.select({ mailed: users.passwordMailed }).from(users).where(eq(users.id, adminId));
  return admin?.mailed ?? false;
}
