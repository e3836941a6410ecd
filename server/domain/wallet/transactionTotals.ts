import { sql, type SQL } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import type { WalletTransaction } from './transaction.ts';
import { adminCondition, type AdminTransactionFilter } from './transactionFilter.ts';

/** Bounds the time of a filter that matches most of a large table. */
const MAX_COUNTED = 5_000;

export interface TransactionTotals {
  deposits: { count: number; amount: Paise };
  withdrawals: { count: number; amount: Paise };
  /** More match than are counted: the totals are those of the newest 5,000. */
  capped: boolean;
}

/** Counts and sums of the requests that a filter matches, deposits and withdrawals apart, for admins. */
export async function transactionTotals(ctx: Context, filter: AdminTransactionFilter): Promise<TransactionTotals> {
  authorize(ctx, 'transaction:readAll');
  const rows = await reportRead(ctx, (report) => readTotals(report, filter), { after: ['transactionChanged'] });
  const of = (type: WalletTransaction['transactionType']) => {
    const { count = 0, amount = 0n as Paise } = rows.find((row) => row.type === type) ?? {};
    return { count, amount };
  };
  const [deposits, withdrawals] = [of('credit'), of('debit')];
  return { deposits, withdrawals, capped: deposits.count + withdrawals.count >= MAX_COUNTED };
}

async function readTotals(ctx: Context, filter: AdminTransactionFilter) {
  const condition: SQL = (await adminCondition(ctx, filter)) ?? sql`true`;
  return rawQuery<{ type: WalletTransaction['transactionType']; count: number; amount: Paise }>(
    ctx.db,
    sql`select transaction_type as type, count(*)::int as count, sum(amount)::bigint as amount
          from (select transaction_type, amount from wallet_transactions where ${condition}
                 order by id desc limit ${MAX_COUNTED}) matching
         group by 1`,
  );
}
