import { and, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { isAdminName, isProductName } from './lookalike.ts';
import { refuseName } from './parseName.ts';

/** First key of the advisory lock under which admins' names are assigned; the second is 0. */
const ADMIN_NAMES_LOCK = 20_263;

/**
 * Refuses with INVALID_INPUT a name that looks like the product, its support or another admin. Until the transaction
 * ends no admin can get such a name either: admins' names are assigned under an exclusive lock, players' under a shared
 * one.
 */
export async function claimName(
  tx: Tx,
  ctx: Pick<Context, 'config'>,
  { name, userType, ownId }: { name: string; userType: 'player' | 'admin'; ownId: bigint },
): Promise<void> {
  if (isProductName(name, ctx.config.productName)) {
    throw refuseName('product');
  }
  const lock = userType === 'admin' ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await tx.execute(sql`select ${lock}(${ADMIN_NAMES_LOCK}, 0)`);
  const admins = await tx
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.userType, 'admin'), ne(users.id, ownId)));
  if (admins.some((admin) => isAdminName(name, admin.name))) throw refuseName('admin');
}
