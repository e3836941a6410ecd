import { sql } from 'drizzle-orm';
import { rawQuery, type Tx } from '../../../db/client.ts';
import { DomainError } from '../errors.ts';
import type { WalletTransaction } from './transaction.ts';

/**
 * Refuses with REFERENCE_TAKEN to approve a deposit whose reference was credited already: on the other channel, or as a line
 * of a bank statement that has paid another deposit.
 */
export async function refuseCreditedReference(
  tx: Tx,
  { id, transactionType, reference }: WalletTransaction,
): Promise<void> {
  if (transactionType !== 'credit') return;
  const credited = await rawQuery(
    tx,
    sql`select from wallet_transactions where credit_claim = ${reference}
        union all
        select from statement_lines
         where reference = ${reference} and state = 'matched' and direction = 'credit' and transaction_id <> ${id}
         limit 1`,
  );
  if (credited.length > 0) {
    throw new DomainError('REFERENCE_TAKEN', 'This reference has been credited already.', {
      field: 'transactionId',
      detail: `reference ${reference} was credited for another deposit`,
    });
  }
}
