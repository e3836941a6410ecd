import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

const buckets = [
  { label: 'Under 15 min', fromMinutes: 0, toMinutes: 15 },
  { label: '15-60 min', fromMinutes: 15, toMinutes: 60 },
  { label: '1-4 h', fromMinutes: 60, toMinutes: 240 },
  { label: '4-24 h', fromMinutes: 240, toMinutes: 1_440 },
  { label: 'Over a day', fromMinutes: 1_440, toMinutes: null },
] as const;

export interface PendingSum {
  count: number;
  /** Of these together. */
  amount: Paise;
}

export interface AgeBucket {
  label: string;
  /** Waiting at least this long … */
  fromMinutes: number;
  /** … and less than this; null: however long. */
  toMinutes: number | null;
  /** Money that would come in. */
  deposits: PendingSum;
  /** Money that would go out. */
  withdrawals: PendingSum;
  /** Approved withdrawals that aren't paid yet, by the time since their approval. */
  payouts: PendingSum;
}

/** Deposits and withdrawals that wait for a decision or a payment, by waiting time, shortest first, for admins. They are never added up. */
export async function pendingByAge(ctx: Context): Promise<AgeBucket[]> {
  authorize(ctx, 'stats:read');
  const bounds = `{${buckets.map(({ fromMinutes }) => fromMinutes * 60).join()}}`;
  const rows = await rawQuery<PendingRow>(
    ctx.db,
    sql`select greatest(1, width_bucket(extract(epoch from ${ctx.now.toISOString()}::timestamptz - since), ${bounds}::numeric[]))
               as bucket, kind, count(*)::int as count, sum(amount)::bigint as amount
          from (select created_at as since, transaction_type::text as kind, amount from wallet_transactions where status = 'pending'
                union all
                select approved_at, 'payout', amount from wallet_transactions
                 where approved_at is not null and decided_at is null) waiting
         group by 1, 2`,
  );
  return buckets.map((bucket, index) => {
    const inBucket = rows.filter((row) => row.bucket === index + 1);
    return {
      ...bucket,
      deposits: sumOf(inBucket, 'credit'),
      withdrawals: sumOf(inBucket, 'debit'),
      payouts: sumOf(inBucket, 'payout'),
    };
  });
}

interface PendingRow extends PendingSum {
  bucket: number;
  kind: 'credit' | 'debit' | 'payout';
}

function sumOf(rows: readonly PendingRow[], kind: PendingRow['kind']): PendingSum {
  const { count, amount } = rows.find((row) => row.kind === kind) ?? nothing;
  return { count, amount };
}

const nothing: PendingSum = { count: 0, amount: 0n as Paise };
