import { sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery } from '../../../db/client.ts';
import { recordReading } from '../audit/recordReading.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import { secretStakesOf } from '../ground/rounds/secretStakes.ts';

/** All that a player has paid, taken, staked and got back since they registered. */
export interface LifetimeTotals {
  deposited: Paise;
  withdrawn: Paise;
  /** Live stakes included, except while they are secret. */
  staked: Paise;
  returned: Paise;
  pendingDeposits: Paise;
  pendingWithdrawals: Paise;
}

/**
 * A player's totals, for admins. Rounds are summed by day, and days that are over once only (play_by_day), so that an old
 * account costs as little as a new one.
 */
export async function lifetimeTotals(
  ctx: Context,
  { id, createdAt }: { id: bigint; createdAt: Date },
): Promise<LifetimeTotals> {
  authorize(ctx, 'member:read');
  await recordReading(ctx, id, 'money');
  const totals = sql`
    select t.*, p.*
      from (select coalesce(sum(amount) filter (where transaction_type = 'credit' and status = 'success'), 0)::bigint as deposited,
                   coalesce(sum(amount) filter (where transaction_type = 'debit' and status = 'success'), 0)::bigint as withdrawn,
                   coalesce(sum(amount) filter (where transaction_type = 'credit' and status = 'pending'), 0)::bigint as "pendingDeposits",
                   coalesce(sum(amount) filter (where transaction_type = 'debit' and status in ('pending', 'approved')), 0)::bigint as "pendingWithdrawals"
              from wallet_transactions where player_id = ${id}) t
     cross join (select coalesce(sum(staked), 0)::bigint - ${secretStakesOf(sql`${id}::bigint`)} as staked, coalesce(sum(returned), 0)::bigint as returned
                   from play_by_day(${id}, (${createdAt.toISOString()}::timestamptz at time zone 'Asia/Kolkata')::date,
                                    ${ctx.now.toISOString()}::timestamptz)) p`;
  const [row] = await reportRead(ctx, ({ db }) => rawQuery<LifetimeTotals>(db, totals), {
    after: ['transactionChanged'],
  });
  if (row === undefined) throw new Error('sums came without a row');
  return row;
}
