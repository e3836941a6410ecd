import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import type { Finding } from './finding.ts';

/** Below this sum of deposits nothing is reported, in paise. */
const LEAST_DEPOSITED = 50_000n;
/** Unplayed: less than 30 % of what was deposited was staked, and at least half of it is withdrawn or on hold. */
const STAKED_PERCENT = 30;
const WITHDRAWN_PERCENT = 50;

interface Row {
  player_id: bigint;
  deposits: number;
  deposited: bigint;
  withdrawn: bigint;
  staked: bigint;
  first: Date;
  last: Date;
}

/** Players who withdraw what they deposited, since an instant, and have hardly played. */
export async function unplayedMoney(db: Queryable, since: Date): Promise<Finding[]> {
  const rows = await rawQuery<Row>(
    db,
    sql`
      with moved as (
        select player_id,
               count(*) filter (where transaction_type = 'credit' and status = 'success')::int as deposits,
               coalesce(sum(amount) filter (where transaction_type = 'credit' and status = 'success'), 0)::bigint as deposited,
               coalesce(sum(amount) filter (where transaction_type = 'debit' and status in ('pending', 'approved', 'success')), 0)::bigint
                 as withdrawn,
               min(created_at) as first, max(created_at) as last
          from wallet_transactions where created_at >= ${since.toISOString()} group by player_id)
      select m.*, played.staked
        from moved m
        cross join lateral (
          select coalesce(sum(r.bet_amount), 0)::bigint as staked from contest_results r
           where r.player_id = m.player_id and r.settled_at >= m.first) played
       where deposited >= ${LEAST_DEPOSITED} and withdrawn * 100 >= deposited * ${WITHDRAWN_PERCENT}
         and played.staked * 100 < deposited * ${STAKED_PERCENT}`,
  );
  return rows.map(({ player_id, deposits, deposited, withdrawn, staked, first, last }) => ({
    kind: 'unplayed',
    cause: String(player_id),
    players: [player_id],
    evidence: {
      deposits,
      deposited: String(deposited),
      withdrawn: String(withdrawn),
      staked: String(staked),
    },
    firstSeenAt: first,
    lastSeenAt: last,
  }));
}
