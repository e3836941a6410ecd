import { eq } from 'drizzle-orm';
import { referenceKey } from '../../../web/paymentTexts.ts';
import type { Tx } from '../../../db/client.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import { invalidInput, type DomainError } from '../ground/refusals/errors.ts';

/** Refuses with INVALID_INPUT the reference of a payout that was made; a constraint refuses it at the payout too. */
export async function refusePaidReference(tx: Tx, payoutReference: string | null): Promise<void> {
  if (payoutReference === null) return;
  const paid = await tx.$count(walletTransactions, eq(walletTransactions.payoutClaim, referenceKey(payoutReference)));
  if (paid > 0) throw referenceOfAnother();
}

export function referenceOfAnother(): DomainError {
  return invalidInput('payoutReference', 'payoutReference belongs to another payout already');
}
