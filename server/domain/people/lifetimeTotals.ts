import { sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery } from '../../../db/client.ts';
import { recordReading } from '../audit/recordReading.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import { accountsOf } from '../ground/ledger/accountsOf.ts';
import { movements, type MovementKind } from '../ground/ledger/movements.ts';
import { changeOf, owedLines, type OwedLines } from '../ground/ledger/owedLines.ts';
import { secretStakesOf } from '../ground/rounds/secretStakes.ts';

/** A bet that is placed while the totals are read makes them differ by its stake; then they are read again. */
const MOST_READS = 3;

/**
 * All that has led to what a player is owed, since they registered: the lines add up to `owed`. Live stakes count as staked,
 * except while they are secret.
 */
export interface LifetimeTotals extends OwedLines {
  /** Available and on hold, and stakes as long as they are secret. */
  owed: Paise;
  pendingDeposits: Paise;
  pendingWithdrawals: Paise;
}

interface Row {
  moved: Partial<Record<MovementKind, string>>;
  staked: Paise;
  won: Paise;
  owed: Paise;
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
  for (let reads = 1; ; reads += 1) {
    const totals = await readTotals(ctx, id, createdAt);
    // play_by_day reads a moment later than the rest of the statement.
    if (changeOf(totals) === totals.owed || reads === MOST_READS) return totals;
  }
}

async function readTotals(ctx: Context, id: bigint, createdAt: Date): Promise<LifetimeTotals> {
  const playerId = sql`${id}::bigint`;
  const secret = secretStakesOf(playerId);
  const statement = sql`
    select m.moved, p.staked, p.won, b.owed, w.*
      from (select coalesce(json_object_agg(kind, change), '{}') as moved
              from (select kind, sum(change)::text as change from (${movements({ playerId })}) all_of_them group by kind) kinds) m
     cross join (select coalesce(sum(amount) filter (where transaction_type = 'credit'), 0)::bigint as "pendingDeposits",
                        coalesce(sum(amount) filter (where transaction_type = 'debit'), 0)::bigint as "pendingWithdrawals"
                   from wallet_transactions where player_id = ${playerId} and status in ('pending', 'approved')) w
     cross join (select coalesce(sum(staked), 0)::bigint - ${secret} as staked, coalesce(sum(returned), 0)::bigint as won
                   from play_by_day(${playerId}, (${createdAt.toISOString()}::timestamptz at time zone 'Asia/Kolkata')::date,
                                    ${ctx.now.toISOString()}::timestamptz)) p
     cross join (select coalesce(sum(balance), 0)::bigint + ${secret} as owed
                   from ledger_accounts where ${accountsOf(sql`= ${playerId}`)}) b`;
  const [row] = await reportRead(ctx, ({ db }) => rawQuery<Row>(db, statement), { after: ['transactionChanged'] });
  if (row === undefined) throw new Error('sums came without a row');
  const { moved, staked, won, owed, pendingDeposits, pendingWithdrawals } = row;
  return {
    ...owedLines((kind) => BigInt(moved[kind] ?? 0), { won, staked }),
    owed,
    pendingDeposits,
    pendingWithdrawals,
  };
}
