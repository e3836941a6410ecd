import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permissions.ts';

const buckets = [
  { label: 'Under 15 min', fromMinutes: 0, toMinutes: 15 },
  { label: '15-60 min', fromMinutes: 15, toMinutes: 60 },
  { label: '1-4 h', fromMinutes: 60, toMinutes: 240 },
  { label: '4-24 h', fromMinutes: 240, toMinutes: 1_440 },
  { label: 'Over a day', fromMinutes: 1_440, toMinutes: null },
] as const;

export interface AgeBucket {
  label: string;
  /** Waiting at least this long … */
  fromMinutes: number;
  /** … and less than this; null: however long. */
  toMinutes: number | null;
  count: number;
  amount: Paise;
}

/** Number of pending deposits and withdrawals by waiting time, shortest first, for admins. */
export async function pendingByAge(ctx: Context): Promise<AgeBucket[]> {
  authorize(ctx, 'stats:read');
  const bounds = `{${buckets.map(({ fromMinutes }) => fromMinutes * 60).join()}}`;
  const rows = await rawQuery<{ bucket: number; count: number; amount: Paise }>(
    ctx.db,
    sql`select greatest(1, width_bucket(extract(epoch from ${ctx.now.toISOString()}::timestamptz - created_at), ${bounds}::numeric[]))
               as bucket, count(*)::int as count, sum(amount)::bigint as amount
          from wallet_transactions where status = 'pending' group by 1`,
  );
  return buckets.map((bucket, index) => {
    const { count, amount } = rows.find((row) => row.bucket === index + 1) ?? { count: 0, amount: 0n as Paise };
    return { ...bucket, count, amount };
  });
}
