import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import type { Finding } from './finding.ts';

interface Row {
  reference: string;
  players: bigint[];
  submissions: number;
  first: Date;
  last: Date;
}

/** References of deposits, by their keys, that several players have submitted, since an instant. */
export async function repeatedReferences(db: Queryable, since: Date): Promise<Finding[]> {
  const rows = await rawQuery<Row>(
    db,
    sql`
      select coalesce(reference_key, reference) as reference, array_agg(distinct player_id order by player_id) as players, count(*)::int as submissions,
             min(created_at) as first, max(created_at) as last
        from wallet_transactions
       where transaction_type = 'credit' and created_at >= ${since.toISOString()}
       group by 1
      having count(distinct player_id) > 1`,
  );
  return rows.map(({ reference, players, submissions, first, last }) => ({
    kind: 'repeatedReference',
    cause: reference,
    players,
    evidence: { reference, submissions },
    firstSeenAt: first,
    lastSeenAt: last,
  }));
}
