import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import type { Finding } from './finding.ts';

/** Characters of a payout account that evidence shows: enough to recognize it beside the whole one. */
const SHOWN_CHARACTERS = 4;

interface Row {
  upi: boolean;
  account: string;
  players: bigint[];
  withdrawals: number;
  paid: bigint;
  first: Date;
  last: Date;
}

/** Payout accounts to which several players withdraw, since an instant. */
export async function sharedAccounts(db: Queryable, since: Date): Promise<Finding[]> {
  const rows = await rawQuery<Row>(
    db,
    sql`
      select upi_id is not null as upi, payout_account_key(upi_id, account_number, ifsc_code) as account,
             array_agg(distinct player_id order by player_id) as players, count(*)::int as withdrawals,
             coalesce(sum(amount) filter (where status = 'success'), 0)::bigint as paid,
             min(created_at) as first, max(created_at) as last
        from wallet_transactions
       where transaction_type = 'debit' and created_at >= ${since.toISOString()}
       group by 1, 2
      having count(distinct player_id) > 1`,
  );
  return rows.map(({ upi, account, players, withdrawals, paid, first, last }) => ({
    kind: upi ? 'sharedUpi' : 'sharedAccount',
    cause: account,
    players,
    evidence: { account: shownAccount(account, upi), withdrawals, paid: String(paid) },
    firstSeenAt: first,
    lastSeenAt: last,
  }));
}

/** The end of a payout account's key: `…eera@okbank` of a UPI id, else `…4321`. */
export function shownAccount(account: string, isUpi: boolean): string {
  return isUpi ? shownUpi(account) : shownNumber(account);
}

/** `…eera@okbank`. */
function shownUpi(account: string): string {
  const [name = '', provider = ''] = account.split('@');
  return `…${name.slice(-SHOWN_CHARACTERS)}@${provider}`;
}

/** `…4321`, of the number before the bank's code. */
function shownNumber(account: string): string {
  const [number = ''] = account.split(' ');
  return `…${number.slice(-SHOWN_CHARACTERS)}`;
}
