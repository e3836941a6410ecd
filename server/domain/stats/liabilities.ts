import { sql } from 'drizzle-orm';
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
  /** Staked in other rounds that are not settled, cancelled bets left out: comes back in part, to some. */
  liveStakes: Paise;
  /** Receipts that nobody has claimed, owed to who paid them. */
  unclaimed: Paise;
  /** Deposits that wait for a decision; not owed before they are approved. */
  pendingDeposits: Paise;
}

/** The balances of all players in the ledger, and what is under way, for admins. */
export async function liabilities(ctx: Context): Promise<Liabilities> {
  authorize(ctx, 'finance:read');
  const [row] = await rawQuery<Liabilities>(
    ctx.db,
    sql`
      select (select coalesce(sum(balance), 0)::bigint from ledger_accounts where kind = 'player_available')
               + ${secretStakes()} as available,
             (select coalesce(sum(balance), 0)::bigint from ledger_accounts where kind = 'player_held') as held,
             (select coalesce(sum(b.amount), 0)::bigint
                from contests c join bets b on b.contest_id = c.id
               where c.state in ('OPEN', 'CLOSED', 'DECIDED', 'VOID') and c.settled_at is null
                 and not exists (select from bet_cancellations x where x.bet_id = b.id))
               - ${secretStakes()} as "liveStakes",
             (select coalesce(sum(l.amount), 0)::bigint from statement_lines l
               where l.aside_kind = 'unclaimed' and is_unclaimed(l)) as unclaimed,
             (select coalesce(sum(amount), 0)::bigint from wallet_transactions
               where status = 'pending' and transaction_type = 'credit') as "pendingDeposits"`,
  );
  if (!row) throw new Error('a sum without a row');
  return row;
}
