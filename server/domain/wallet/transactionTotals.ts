import { sql, type SQL } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import { transactionStatus } from '../../../db/schema/wallet.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import { paise } from '../ground/values/money.ts';
import type { WalletTransaction } from './transaction.ts';
import { adminCondition, type AdminTransactionFilter } from './transactionFilter.ts';

/** Bounds the time of a filter that matches most of a large table. */
const MAX_COUNTED = 5_000;

/** How many requests, and what was asked for or, once it was approved, credited, in paise. */
export interface TransactionSum {
  count: number;
  amount: Paise;
}

export interface TransactionTotals {
  deposits: TransactionSum;
  withdrawals: TransactionSum;
  /** The same by status, without those that nothing matches: what was approved alone has come in or gone out. */
  byStatus: { status: WalletTransaction['status']; deposits: TransactionSum; withdrawals: TransactionSum }[];
  /** More match than are counted: the totals are those of the newest 5,000. */
  capped: boolean;
}

/** Counts and sums of the requests that a filter matches, deposits and withdrawals apart, for admins. */
export async function transactionTotals(ctx: Context, filter: AdminTransactionFilter): Promise<TransactionTotals> {
  authorize(ctx, 'transaction:readAll');
  const rows = await reportRead(ctx, (report) => readTotals(report, filter), { after: ['transactionChanged'] });
  const [deposits, withdrawals] = [sumOf(rows, 'credit'), sumOf(rows, 'debit')];
  return {
    deposits,
    withdrawals,
    byStatus: transactionStatus.enumValues
      .map((status) => ({ status, rows: rows.filter((row) => row.status === status) }))
      .filter(({ rows: found }) => found.length > 0)
      .map(({ status, rows: found }) => ({
        status,
        deposits: sumOf(found, 'credit'),
        withdrawals: sumOf(found, 'debit'),
      })),
    capped: deposits.count + withdrawals.count >= MAX_COUNTED,
  };
}

interface Row extends TransactionSum {
  type: WalletTransaction['transactionType'];
  status: WalletTransaction['status'];
}

function sumOf(rows: readonly Row[], type: Row['type']): TransactionSum {
  const found = rows.filter((row) => row.type === type);
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    amount: paise(found.reduce((sum, { amount }) => sum + amount, 0n)),
  };
}

async function readTotals(ctx: Context, filter: AdminTransactionFilter) {
  const condition: SQL = (await adminCondition(ctx, filter)) ?? sql`true`;
  return rawQuery<Row>(
    ctx.db,
    sql`select transaction_type as type, status, count(*)::int as count, sum(amount)::bigint as amount
          from (select transaction_type, status, amount from wallet_transactions where ${condition}
                 order by id desc limit ${MAX_COUNTED}) matching
         group by 1, 2`,
  );
}
