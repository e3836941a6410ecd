import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { rawQuery, type Queryable, type Tx } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import type { Paise } from '../../../db/columns.ts';
import { payoutBatches, payoutBatchItems } from '../../../db/schema/payoutBatches.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { pageById, toPage, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { allows, authorize } from '../ground/actors/permissions.ts';
import type { WalletTransaction } from '../wallet/transaction.ts';
import type { AwaitedPayout } from './payoutAnswer.ts';
import type { FilePayout } from './payoutRows.ts';

export type PayoutBatch = typeof payoutBatches.$inferSelect;
export type PayoutBatchItem = typeof payoutBatchItems.$inferSelect;

/** A payout of a batch, with what it asks for. */
export interface BatchedPayout {
  item: PayoutBatchItem;
  transaction: WalletTransaction;
}

/** Bounds a batch: one call records all its outcomes. */
export const MOST_PAYOUTS = 200;

/** Our id of a payout in the bank's file, by which its answer names it: letters and digits, which every bank takes. */
export function payoutCode({ id }: Pick<PayoutBatchItem, 'id'>): string {
  return `RP${id}`;
}

/** The batches in the order of `ids`, for admins who may read payments; null for the rest. */
export async function payoutBatchesById(ctx: Context, ids: readonly bigint[]): Promise<(PayoutBatch | null)[]> {
  if (!allows(ctx.actor, 'payoutBatch:read') || ids.length === 0) return ids.map(() => null);
  const rows = await ctx.db
    .select()
    .from(payoutBatches)
    .where(inArray(payoutBatches.id, [...ids]));
  return inOrderOf(ids, rows);
}

/** The payouts of batches in the order of `ids`, likewise. */
export async function payoutItemsById(ctx: Context, ids: readonly bigint[]): Promise<(PayoutBatchItem | null)[]> {
  if (!allows(ctx.actor, 'payoutBatch:read') || ids.length === 0) return ids.map(() => null);
  const rows = await ctx.db
    .select()
    .from(payoutBatchItems)
    .where(inArray(payoutBatchItems.id, [...ids]));
  return inOrderOf(ids, rows);
}

/** Batches, the newest first; `open`: only those with a payout that has no outcome. For admins who may read payments. */
export async function listPayoutBatches(
  ctx: Context,
  { open }: { open: boolean },
  page: PageRequest,
): Promise<Page<PayoutBatch>> {
  authorize(ctx, 'payoutBatch:read');
  const { where, orderBy, limit } = pageById(payoutBatches.id, page);
  const waits = sql`exists (select from payout_batch_items i where i.batch_id = ${payoutBatches.id} and i.outcome is null)`;
  const rows = await ctx.db
    .select()
    .from(payoutBatches)
    .where(and(open ? waits : undefined, where))
    .orderBy(orderBy)
    .limit(limit);
  return toPage(rows, page);
}

/** How many payouts a batch has, and their sum, by outcome. */
export interface BatchSums {
  count: number;
  sum: Paise;
  /** Without an outcome. */
  open: number;
  openSum: Paise;
  paid: number;
  notSent: number;
}

/** The sums of the batches with these ids, in their order. For admins who may read payments. */
export async function payoutBatchSums(ctx: Context, ids: readonly bigint[]): Promise<(BatchSums | null)[]> {
  authorize(ctx, 'payoutBatch:read');
  if (ids.length === 0) return [];
  const rows = await rawQuery<BatchSums & { id: bigint }>(
    ctx.db,
    sql`
      select i.batch_id as id, count(*)::int as count, sum(w.amount)::bigint as sum,
             count(*) filter (where i.outcome is null)::int as open,
             coalesce(sum(w.amount) filter (where i.outcome is null), 0)::bigint as "openSum",
             count(*) filter (where i.outcome = 'paid')::int as paid,
             count(*) filter (where i.outcome = 'not_sent')::int as "notSent"
        from payout_batch_items i join wallet_transactions w on w.id = i.transaction_id
       where i.batch_id = any (${idArray(ids)}) group by i.batch_id`,
  );
  return inOrderOf(ids, rows);
}

/** The payouts of the batches with these ids, in the order of the file. For admins who may read payments. */
export async function payoutItemsOf(ctx: Context, batchIds: readonly bigint[]): Promise<PayoutBatchItem[][]> {
  authorize(ctx, 'payoutBatch:read');
  if (batchIds.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(payoutBatchItems)
    .where(inArray(payoutBatchItems.batchId, [...batchIds]))
    .orderBy(asc(payoutBatchItems.batchId), asc(payoutBatchItems.position));
  return batchIds.map((id) => rows.filter(({ batchId }) => batchId === id));
}

/** The payouts of a batch with what they ask for, in the order of the file. */
export async function batchedPayouts(db: Queryable, batchId: bigint): Promise<BatchedPayout[]> {
  return db
    .select({ item: payoutBatchItems, transaction: walletTransactions })
    .from(payoutBatchItems)
    .innerJoin(walletTransactions, eq(walletTransactions.id, payoutBatchItems.transactionId))
    .where(eq(payoutBatchItems.batchId, batchId))
    .orderBy(asc(payoutBatchItems.position));
}

/** The open batches that these withdrawals are in, in their order; null for the rest. For admins who may read payments. */
export async function batchesOfTransactions(ctx: Context, ids: readonly bigint[]): Promise<(bigint | null)[]> {
  if (!allows(ctx.actor, 'payoutBatch:read') || ids.length === 0) return ids.map(() => null);
  const batches = await openBatches(ctx.db, ids);
  return ids.map((id) => batches.get(id) ?? null);
}

/** By withdrawal, the batch in which it waits for its outcome. Without authorization. */
export async function openBatches(db: Queryable, ids: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const rows = await db
    .select({ transactionId: payoutBatchItems.transactionId, batchId: payoutBatchItems.batchId })
    .from(payoutBatchItems)
    .where(and(inArray(payoutBatchItems.transactionId, [...ids]), isNull(payoutBatchItems.outcome)));
  return new Map(rows.map(({ transactionId, batchId }) => [transactionId, batchId]));
}

/** A payout as the bank gets it. */
export function filePayout({ item, transaction }: BatchedPayout): FilePayout {
  const { amount, upiId, accountNumber, ifscCode, accountHolderName } = transaction;
  return { code: payoutCode(item), amount, upiId, accountNumber, ifscCode, accountHolderName };
}

/** The payouts of a batch that have no outcome yet, in the order of the file. */
export async function awaitedPayouts(db: Queryable, batchId: bigint): Promise<AwaitedPayout[]> {
  const all = await batchedPayouts(db, batchId);
  return all.flatMap(({ item, transaction }) =>
    item.outcome === null ? [{ ...transaction, id: item.id, code: payoutCode(item) }] : [],
  );
}

/** Refuses with NOT_FOUND a batch that there isn't. */
export async function requireBatch(db: Queryable, batchId: bigint): Promise<PayoutBatch> {
  const [batch] = await db.select().from(payoutBatches).where(eq(payoutBatches.id, batchId));
  if (batch === undefined) throw noSuchBatch();
  return batch;
}

/** The batch, locked until the transaction ends. Refuses with NOT_FOUND. */
export async function lockBatch(tx: Tx, batchId: bigint): Promise<PayoutBatch> {
  const [batch] = await tx.select().from(payoutBatches).where(eq(payoutBatches.id, batchId)).for('update');
  if (batch === undefined) throw noSuchBatch();
  return batch;
}

/** Refuses with PAYOUT_BATCH_HELD admins who don't hold the batch. */
export function refuseOthers(batch: PayoutBatch, adminId: bigint): void {
  if (batch.heldBy === adminId) return;
  throw new DomainError(
    'PAYOUT_BATCH_HELD',
    batch.heldBy === null ? 'Take this batch first: nobody has it in hand.' : 'Another admin has this batch in hand.',
  );
}

export function noSuchBatch(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such batch.', { field: 'batchId' });
}

/** Its name in the audit log. */
export function batchSubject({ id }: Pick<PayoutBatch, 'id'>): string {
  return String(id);
}
