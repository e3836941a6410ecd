import { sql, type SQL } from 'drizzle-orm';
import { rawQuery } from '../../../../db/client.ts';
import type { Paise } from '../../../../db/columns.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { adminCondition, type AdminTransactionFilter } from '../../wallet/transactionFilter.ts';
import { instant } from '../activitySql.ts';
import type { Span } from '../cover.ts';
import { inIndia, BATCH_ROWS, type Cell, inBatches, type ExportTable } from './table.ts';
import { readTransactionFilter } from './transactionParameters.ts';

/** Deposits and withdrawals by when they were requested: those that the filter of the screen matches. */
export const transactionsTable: ExportTable = {
  header: [
    'id',
    inIndia('requestedAt'),
    'type',
    'channel',
    'status',
    'amount',
    'uid',
    'name',
    'reference',
    'paidTo',
    'upiId',
    'accountNumber',
    'ifscCode',
    'accountHolderName',
    'message',
    'payoutReference',
    'denialReason',
    inIndia('decidedAt'),
    'decidedBy',
    'decidedByUid',
  ],
  batches: (ctx, span, filter) => batchesOf(ctx, span, readTransactionFilter(ctx, filter)),
};

async function* batchesOf(ctx: Context, span: Span, filter: AdminTransactionFilter): AsyncGenerator<Cell[][]> {
  const condition = (await adminCondition(ctx, filter)) ?? sql`true`;
  for await (const rows of inBatches<TransactionRow>((last) => read(ctx, span, condition, last))) {
    yield rows.map((row) => [
      ctx.ids.seal('Transaction', row.id),
      row.created_at,
      row.transaction_type,
      row.channel,
      row.status,
      { paise: row.amount },
      row.uid,
      row.name,
      row.reference,
      row.paid_to,
      row.upi_id,
      row.account_number,
      row.ifsc_code,
      row.account_holder_name,
      row.message,
      row.payout_reference,
      row.denial_reason,
      row.decided_at,
      row.decided_by_name,
      row.decided_by_uid,
    ]);
  }
}

interface TransactionRow {
  id: bigint;
  created_at: Date;
  transaction_type: string;
  channel: string;
  status: string;
  amount: Paise;
  uid: string;
  name: string;
  reference: string | null;
  paid_to: string | null;
  upi_id: string | null;
  account_number: string | null;
  ifsc_code: string | null;
  account_holder_name: string | null;
  message: string | null;
  payout_reference: string | null;
  decided_at: Date | null;
  denial_reason: string | null;
  decided_by_name: string | null;
  decided_by_uid: string | null;
}

function read(
  { db }: Context,
  { from, to }: Span,
  condition: SQL,
  last: TransactionRow | undefined,
): Promise<TransactionRow[]> {
  const after = last
    ? sql`(${instant(last.created_at.getTime())}, ${last.id}::bigint)`
    : sql`(${instant(from)}, 0::bigint)`;
  return rawQuery<TransactionRow>(
    db,
    sql`
      select t.*, u.uid, u.name, d.uid as decided_by_uid, d.name as decided_by_name,
             coalesce(p.upi_id, p.account_number) as paid_to
        from (select * from wallet_transactions
               where (created_at, id) > ${after} and created_at < ${instant(to)} and ${condition}
               order by created_at, id limit ${BATCH_ROWS}) t
        join users u on u.id = t.player_id
        left join users d on d.id = t.decided_by
        left join payees p on p.id = t.payee_id
       order by t.created_at, t.id`,
  );
}
