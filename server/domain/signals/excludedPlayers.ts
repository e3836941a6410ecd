import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import type { Finding } from './finding.ts';
import { shownAccount } from './sharedAccounts.ts';

interface AccountRow {
  excluded: bigint;
  upi: boolean;
  account: string;
  others: bigint[];
  withdrawals: number;
  paid: bigint;
  first: Date;
  last: Date;
}

interface DeviceRow {
  excluded: bigint;
  others: bigint[];
  first: Date;
  last: Date;
}

/**
 * Players who may be somebody whose self-exclusion is in force at `now`: who since then have asked for a withdrawal to a payout account
 * of theirs, or have signed in on a device that knows them. `since` bounds how far back withdrawals of others are looked at.
 */
export async function excludedPlayers(db: Queryable, times: { now: Date; since: Date }): Promise<Finding[]> {
  return [...(await byAccount(db, times)), ...(await byDevice(db, times))];
}

const inForce = (now: Date) =>
  sql`g.excluded_at is not null and coalesce(g.excluded_until > ${now.toISOString()}, true)`;

async function byAccount(db: Queryable, { now, since }: { now: Date; since: Date }): Promise<Finding[]> {
  const rows = await rawQuery<AccountRow>(
    db,
    sql`
      with theirs as (
        select distinct g.player_id, g.excluded_at, w.upi_id is not null as upi,
               payout_account_key(w.upi_id, w.account_number, w.ifsc_code) as account
          from play_guards g join wallet_transactions w on w.player_id = g.player_id and w.transaction_type = 'debit'
         where ${inForce(now)}),
      recent as (
        select player_id, created_at, amount, status, upi_id is not null as upi,
               payout_account_key(upi_id, account_number, ifsc_code) as account
          from wallet_transactions where transaction_type = 'debit' and created_at >= ${since.toISOString()})
      select t.player_id as excluded, t.upi, t.account, array_agg(distinct r.player_id) as others, count(*)::int as withdrawals,
             coalesce(sum(r.amount) filter (where r.status = 'success'), 0)::bigint as paid,
             min(r.created_at) as first, max(r.created_at) as last
        from theirs t join recent r
          on r.upi = t.upi and r.account = t.account and r.player_id <> t.player_id and r.created_at > t.excluded_at
       group by 1, 2, 3`,
  );
  return rows.map(({ excluded, upi, account, others, withdrawals, paid, first, last }) => ({
    kind: 'excludedAccount',
    cause: `${excluded} ${account}`,
    players: ascending([excluded, ...others]),
    evidence: { account: shownAccount(account, upi), withdrawals, paid: String(paid) },
    firstSeenAt: first,
    lastSeenAt: last,
  }));
}

async function byDevice(db: Queryable, { now }: { now: Date }): Promise<Finding[]> {
  const rows = await rawQuery<DeviceRow>(
    db,
    sql`
      select d.excluded_id as excluded, array_agg(d.player_id) as others, min(d.first_at) as first, max(d.last_at) as last
        from excluded_device_uses d join play_guards g on g.player_id = d.excluded_id
       where ${inForce(now)}
       group by 1`,
  );
  return rows.map(({ excluded, others, first, last }) => ({
    kind: 'excludedDevice',
    cause: String(excluded),
    players: ascending([excluded, ...others]),
    evidence: { signedInAt: first.toISOString() },
    firstSeenAt: first,
    lastSeenAt: last,
  }));
}

function ascending(players: readonly bigint[]): bigint[] {
  return players.toSorted((one, other) => Number(one > other) - Number(one < other));
}
