import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { payoutBatchItems } from '../../../db/schema/payoutBatches.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import type { WalletTransaction } from './transaction.ts';

/**
 * Refuses with PAYOUT_IN_BATCH what is decided about a locked withdrawal while it is in a batch: its outcome is recorded there. The
 * database refuses it as well (refuse_batched_payout).
 */
export async function refuseBatched(tx: Tx, { id }: WalletTransaction): Promise<void> {
  const [item] = await tx
    .select({ batchId: payoutBatchItems.batchId })
    .from(payoutBatchItems)
    .where(and(eq(payoutBatchItems.transactionId, id), isNull(payoutBatchItems.outcome)));
  if (item === undefined) return;
  throw new DomainError(
    'PAYOUT_IN_BATCH',
    `This withdrawal is in batch ${item.batchId}: its outcome is recorded there.`,
  );
}
