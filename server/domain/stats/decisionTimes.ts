import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { instant } from './activitySql.ts';
import { readRange, type DateRange } from './range.ts';

/** Bounds the time of a long range. */
const MAX_DECISIONS = 5_000;

/** How long requests waited for their decision. */
export interface DecisionTime {
  count: number;
  /** Half of them waited no longer than this, in seconds; null without decisions. */
  medianSeconds: number | null;
  /** Nine of ten waited no longer than this. */
  ninetiethSeconds: number | null;
}

export interface DecisionTimes {
  deposits: DecisionTime;
  withdrawals: DecisionTime;
  /** By the admin who decided, most decisions first. */
  byAdmin: (DecisionTime & { adminId: bigint })[];
  /** More were decided than are counted: these are the newest 5,000. */
  capped: boolean;
}

/**
 * How long the requests that admins decided in a range had waited, since they were made or last reopened, for admins. What
 * players cancelled, and deposits without a request, are left out.
 */
export async function decisionTimes(ctx: Context, range: DateRange): Promise<DecisionTimes> {
  authorize(ctx, 'finance:read');
  const { from, to } = readRange(range);
  const rows = await reportRead(ctx, ({ db }) =>
    rawQuery<DecisionTime & { type: 'credit' | 'debit' | null; adminId: bigint | null }>(
      db,
      sql`
        select transaction_type::text as type, decider as "adminId", count(*)::int as count,
               percentile_cont(0.5) within group (order by waited) as "medianSeconds",
               percentile_cont(0.9) within group (order by waited) as "ninetiethSeconds"
          from (select transaction_type, coalesce(approved_by, decided_by) as decider,
                       extract(epoch from ${decidedAt} - coalesce(reopened_at, created_at))::float8 as waited
                  from wallet_transactions
                 where coalesce(approved_by, decided_by) is not null and credited_line_id is null
                   and ${decidedAt} >= ${instant(from)} and ${decidedAt} < ${instant(to)}
                 order by ${decidedAt} desc limit ${MAX_DECISIONS}) decided
         group by grouping sets ((transaction_type), (decider)) order by count desc, "adminId"`,
    ),
  );
  const of = (type: 'credit' | 'debit') => timeOf(rows.find((row) => row.type === type) ?? none);
  const [deposits, withdrawals] = [of('credit'), of('debit')];
  return {
    deposits,
    withdrawals,
    byAdmin: rows.flatMap((row) => (row.adminId === null ? [] : [{ adminId: row.adminId, ...timeOf(row) }])),
    capped: deposits.count + withdrawals.count >= MAX_DECISIONS,
  };
}

/** A withdrawal is decided when it is approved; `decided_at` is when it is paid. */
const decidedAt = sql`coalesce(approved_at, decided_at)`;

const none: DecisionTime = { count: 0, medianSeconds: null, ninetiethSeconds: null };

function timeOf({ count, medianSeconds, ninetiethSeconds }: DecisionTime): DecisionTime {
  return { count, medianSeconds, ninetiethSeconds };
}
