import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable, type Tx } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import { idArray } from '../../../db/idArray.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { formatRupees } from '../ground/values/money.ts';
import type { WalletTransaction } from './transaction.ts';

/**
 * Refuses with REFERENCE_TAKEN to approve a deposit whose reference's key was credited already, by another deposit or as a line
 * of a bank statement that pays another one, or is that of a payout (reference_holder); and one whose payment is an unclaimed receipt,
 * which is credited instead, unless it is matched with a line of its own.
 */
export async function refuseCreditedReference(
  tx: Tx,
  { id, transactionType, reference, referenceKey }: WalletTransaction,
): Promise<void> {
  if (transactionType !== 'credit') return;
  const [holder] = await holdersOf(tx, [id]);
  if (holder === undefined) {
    await refuseUnclaimed(tx, id, referenceKey);
    return;
  }
  if (holder.transactionType === 'debit') {
    throw new DomainError('REFERENCE_TAKEN', 'This is the reference of a payout, not of a payment by the player.', {
      field: 'transactionId',
      detail: `reference ${reference} is that of a payout`,
    });
  }
  throw new DomainError('REFERENCE_TAKEN', 'This reference has been credited already.', {
    field: 'transactionId',
    detail: `reference ${reference} was credited for another deposit`,
  });
}

async function refuseUnclaimed(tx: Tx, id: bigint, key: string | null): Promise<void> {
  const [receipt] = await rawQuery<{ day: string; amount: Paise }>(
    tx,
    sql`select l.day::text as day, l.amount from statement_lines l
         where l.id = unclaimed_receipt(${key})
           and not exists (select from statement_lines o where o.transaction_id = ${id} and o.state = 'matched')`,
  );
  if (receipt === undefined) return;
  const what = `₹${formatRupees(receipt.amount)} of ${receipt.day}`;
  throw new DomainError(
    'REFERENCE_TAKEN',
    `This payment is an unclaimed receipt, ${what}: credit that to the player, which approves this deposit.`,
    { field: 'transactionId', detail: `its payment is an unclaimed receipt, ${what}: creditStatementLine credits it` },
  );
}

interface Holder {
  depositId: bigint;
  holderId: bigint;
  transactionType: WalletTransaction['transactionType'];
}

function holdersOf(db: Queryable, ids: readonly bigint[]): Promise<Holder[]> {
  return rawQuery<Holder>(
    db,
    sql`select h.deposit_id as "depositId", h.holder_id as "holderId", t.transaction_type as "transactionType"
          from (select id as deposit_id, reference_holder(id) as holder_id from unnest(${idArray(ids)}) asked (id)) h
          join wallet_transactions t on t.id = h.holder_id`,
  );
}

/**
 * For each of `ids`, deposits, the request because of which it can't be approved (reference_holder), else null. For admins of
 * payments.
 */
export async function referenceHolders(ctx: Context, ids: readonly bigint[]): Promise<(bigint | null)[]> {
  authorize(ctx, 'transaction:readAll');
  if (ids.length === 0) return [];
  const holders = await holdersOf(ctx.db, ids);
  return ids.map((id) => holders.find(({ depositId }) => depositId === id)?.holderId ?? null);
}
