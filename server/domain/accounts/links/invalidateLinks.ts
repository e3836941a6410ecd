import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../../../../db/client.ts';
import { linkTokens } from '../../../../db/schema/accounts.ts';
import type { Context } from '../../ground/verbs/context.ts';

/** Invalidates every outstanding link and token of the account: a new password ends all other ways in. */
export async function invalidateLinks(tx: Tx, ctx: Context, userId: bigint): Promise<void> {
  await tx
    .update(linkTokens)
    .set({ usedAt: ctx.now })
    .where(
      and(
        eq(linkTokens.userId, userId),
        inArray(linkTokens.purpose, ['password_reset', 'password_reset_token', 'sign_in']),
        isNull(linkTokens.usedAt),
      ),
    );
}
