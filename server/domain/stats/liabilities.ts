import { sql, type SQL } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { secretStakes } from '../ground/rounds/secretStakes.ts';

/** What the house owes its players now. */
export interface Liabilities {
  /** What they could withdraw or stake, and what they have staked in rounds whose stakes are secret. */
  available: Paise;
  /** Held for withdrawals that wait, or are being paid. */
  held: Paise;
  /** Staked in other rounds that are not paid, cancelled bets left out: comes back in part, to some. */
  liveStakes: Paise;
  /** Sum of the unclaimed receipts, owed to their payers. */
  unclaimed: Paise;
  /** Deposits that wait for a decision; not owed before they are approved. */
  pendingDeposits: Paise;
}

/** The balances of all players in the ledger, and what is under way, for admins. */
export async function liabilities(ctx: Context): Promise<Liabilities> {
  authorize(ctx, 'finance:read');
  const [row] = await rawQuery<Liabilities>(
    ctx.db,
    sql`select available, held, "liveStakes", unclaimed, "pendingDeposits" from (${standing()}) standing`,
  );
  if (!row) throw new Error('a sum without a row');
  return row;
}

/**
 * One row: the liabilities now, and `underway`, what players have staked less what they have won in rounds of which only a part
 * is paid. So `available + held + "liveStakes" + underway` is what they are owed while those rounds count as not paid.
 */
export function standing(): SQL {
  return sql`
    select b.available + s.secret as available, b.held, l.staked - s.secret as "liveStakes", u.amount as unclaimed,
           p.amount as "pendingDeposits", r.underway
      from (select coalesce(sum(balance) filter (where kind = 'player_available'), 0)::bigint as available,
                   coalesce(sum(balance) filter (where kind = 'player_held'), 0)::bigint as held
              from ledger_accounts where kind in ('player_available', 'player_held')) b,
           (select ${secretStakes()} as secret) s,
           (select coalesce(sum(b.amount), 0)::bigint as staked
              from contests c
              join bets b on b.contest_id = c.id
               and b.id >= c.bets_month * 1000000000000 and b.id < (c.bets_month + 1) * 1000000000000
             where c.state <> 'SETTLED' and c.settled_at is null
               and not exists (select from bet_cancellations x where x.bet_id = b.id)
               and not exists (select from contest_results r where r.contest_id = c.id and r.player_id = b.player_id)) l,
           (select coalesce(sum(r.bet_amount - r.win_amount), 0)::bigint as underway
              from contests c join contest_results r on r.contest_id = c.id
             where c.state <> 'SETTLED' and c.settled_at is null) r,
           (select coalesce(sum(l.amount), 0)::bigint as amount from statement_lines l
             where l.aside_kind = 'unclaimed' and is_unclaimed(l)) u,
           (select coalesce(sum(amount), 0)::bigint as amount from wallet_transactions
             where status = 'pending' and transaction_type = 'credit') p`;
}
