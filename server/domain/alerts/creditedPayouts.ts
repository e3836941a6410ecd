import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import type { AlertFacts, Cause } from './cause.ts';

const DAY_MS = 24 * 3_600_000;

interface Row {
  subject: string;
  reference: string;
  uid: string;
  name: string;
  amount: bigint;
}

/**
 * Credited deposits whose reference's key is a payout's: of the last 24 hours those without an alert, and of any time those
 * whose alert is open and not acknowledged.
 */
export async function creditedPayouts(db: Queryable, now: Date): Promise<Cause[]> {
  const open = await rawQuery<{ subject: string; data: AlertFacts }>(
    db,
    sql`select subject, data from alerts
         where kind = 'creditedPayout' and ended_at is null and acknowledged_at is null`,
  );
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  // Each is found from whichever of the two came last.
  const rows = await rawQuery<Row>(
    db,
    sql`
      with pairs as (
        select d.id as deposit_id, p.id as payout_id
          from wallet_transactions p
          join wallet_transactions d on d.reference_key = p.payout_claim and d.reference_scope = p.reference_scope
         where p.decided_at > ${since} and p.payout_claim is not null and d.status = 'success'
        union
        select d.id, p.id
          from wallet_transactions d
          join wallet_transactions p on p.payout_claim = d.reference_key and p.reference_scope = d.reference_scope
         where d.status = 'success' and d.decided_at > ${since} and d.reference_key is not null)
      select pairs.deposit_id::text as subject, d.reference, u.uid, u.name, d.amount
        from pairs join wallet_transactions d on d.id = pairs.deposit_id join users u on u.id = d.player_id
       where not exists (select from alerts a where a.kind = 'creditedPayout' and a.subject = pairs.deposit_id::text)
       order by pairs.deposit_id`,
  );
  return [
    ...open.map(({ subject, data }): Cause => ({ kind: 'creditedPayout', subject, facts: data })),
    ...rows.map(({ subject, reference, uid, name, amount }): Cause => ({
      kind: 'creditedPayout',
      subject,
      facts: { reference, uid, name, amount: String(amount) },
    })),
  ];
}
