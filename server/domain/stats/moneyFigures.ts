import { sql } from 'drizzle-orm';
import { type Db, rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import { gameTypes } from '../contests/gameTypes.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import { instant } from './activitySql.ts';
import type { Span } from './cover.ts';
import { readRange, type DateRange } from './range.ts';
import { totalsOf } from './totalsSql.ts';

/** Deposits or withdrawals that were approved, or corrections that were made, in a range. */
export interface ApprovedSum {
  count: number;
  amount: Paise;
}

/** What the house took and paid in a range. */
export interface MoneyFigures {
  /** Of settled rounds that ended in the range. */
  stakes: Paise;
  /** What those rounds paid to players, stakes included. */
  returned: Paise;
  /** Gross gaming revenue: stakes less what was returned; below zero when the house lost. */
  grossGamingRevenue: Paise;
  /** Gross gaming revenue / stakes; null without stakes. */
  hold: number | null;
  deposits: ApprovedSum;
  /** Payouts that were made, also those that came back since. */
  withdrawals: ApprovedSum;
  /** Payouts that the bank sent back. */
  returnedPayouts: ApprovedSum;
  /** Of balances: what they added less what they took. */
  corrections: ApprovedSum;
}

/** Stakes, returns, and deposits and withdrawals decided in a range, for admins. */
export async function moneyFigures(ctx: Context, range: DateRange): Promise<MoneyFigures> {
  authorize(ctx, 'finance:read');
  const span = readRange(range);
  const [[games], payments] = await reportRead(ctx, ({ db }) => readFigures(db, span));
  if (!games) throw new Error('a sum without a row');
  const revenue = (games.stakes - games.returned) as Paise;
  const approved = (type: MoneyRow['type']): ApprovedSum => {
    const { count, amount } = payments.find((row) => row.type === type) ?? nothing;
    return { count, amount };
  };
  return {
    ...games,
    grossGamingRevenue: revenue,
    hold: games.stakes === 0n ? null : Number((revenue * 1_000_000n) / games.stakes) / 1_000_000,
    deposits: approved('credit'),
    withdrawals: approved('debit'),
    returnedPayouts: approved('returned'),
    corrections: approved('correction'),
  };
}

interface MoneyRow extends ApprovedSum {
  type: 'credit' | 'debit' | 'returned' | 'correction';
}

function readFigures(db: Db, span: Span) {
  return Promise.all([
    rawQuery<{ stakes: Paise; returned: Paise }>(
      db,
      sql`select coalesce(sum(stakes), 0)::bigint as stakes, coalesce(sum(payouts), 0)::bigint as returned
            from (${totalsOf(gameTypes, span)}) totals`,
    ),
    rawQuery<MoneyRow>(
      db,
      sql`select type, count(*)::int as count, sum(amount)::bigint as amount
            from (select transaction_type::text as type, amount, decided_at as at
                    from wallet_transactions where status = 'success'
                  union all
                  select 'debit', amount, decided_at from wallet_transactions where returned_at is not null
                  union all
                  select 'returned', amount, returned_at from wallet_transactions where returned_at is not null) moved
           where at >= ${instant(span.from)} and at < ${instant(span.to)}
           group by 1
          union all
          select 'correction', count(*)::int, coalesce(sum(amount), 0)::bigint
            from balance_corrections
           where created_at >= ${instant(span.from)} and created_at < ${instant(span.to)}`,
    ),
  ]);
}

const nothing: ApprovedSum = { count: 0, amount: 0n as Paise };
