import { desc, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { blockedPayoutAccounts } from '../../../db/schema/payoutHolds.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { waitingPayouts } from './payoutHold.ts';

/** A payout account that is or was blocked. */
export type BlockedPayoutAccount = typeof blockedPayoutAccounts.$inferSelect;

type Account = Pick<BlockedPayoutAccount, 'upiId' | 'accountNumber' | 'ifscCode'>;

/** Bounds the list of blocked accounts. */
const MAX_SHOWN = 200;

/** Blocks in the order of `ids`; null where there is none. For admins who may read payout accounts. */
export async function blocksById(ctx: Context, ids: readonly bigint[]): Promise<(BlockedPayoutAccount | null)[]> {
  authorize(ctx, 'payoutHold:read');
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(blockedPayoutAccounts)
    .where(inArray(blockedPayoutAccounts.id, [...ids]));
  return inOrderOf(ids, rows);
}

/** The accounts that are blocked, the latest first; at most 200. For admins who may read payout accounts. */
export async function blockedAccounts(ctx: Context): Promise<BlockedPayoutAccount[]> {
  authorize(ctx, 'payoutHold:read');
  return ctx.db
    .select()
    .from(blockedPayoutAccounts)
    .where(isNull(blockedPayoutAccounts.liftedAt))
    .orderBy(desc(blockedPayoutAccounts.id))
    .limit(MAX_SHOWN);
}

/** Its name in the audit log (audit_payout_block). */
export function accountSubject({ upiId, accountNumber }: Account): string {
  return upiId ?? accountNumber ?? '';
}

/** What the audit log keeps of it. */
export function accountFacts({ upiId, accountNumber, ifscCode }: Account) {
  return upiId === null ? { accountNumber, ifscCode } : { upiId };
}

/** To be published when a block begins or ends: the withdrawals to the account that wait. */
export function blockChanged(tx: Tx, { upiId, accountNumber, ifscCode }: Account): Promise<DomainEvent[]> {
  return waitingPayouts(
    tx,
    sql`payout_account_key(upi_id, account_number, ifsc_code)
        = payout_account_key(${upiId}::text, ${accountNumber}::text, ${ifscCode}::text)`,
  );
}
