import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import type { Finding } from './finding.ts';
import { device } from './sessionSql.ts';

interface Row {
  player_id: bigint;
  amount: bigint;
  requested_at: Date;
  user_agent: string | null;
  signed_in_at: Date;
  new_account: boolean;
}

/**
 * The latest withdrawal of each player, since an instant, that was requested within 24 hours after a kind of device had
 * signed in that the player, who had signed in before, had never used.
 */
export async function newDevices(db: Queryable, since: Date): Promise<Finding[]> {
  const rows = await rawQuery<Row>(
    db,
    sql`
      select distinct on (w.player_id) w.player_id, w.amount, w.created_at as requested_at, n.user_agent,
             n.created_at as signed_in_at,
             exists (select from wallet_transactions o
                      where o.player_id = w.player_id and o.transaction_type = 'debit' and o.id < w.id)
             and not exists (select from wallet_transactions o
                      where o.player_id = w.player_id and o.transaction_type = 'debit' and o.id < w.id
                        and (o.upi_id, o.account_number) is not distinct from (w.upi_id, w.account_number)) as new_account
        from wallet_transactions w
       cross join lateral (
         select user_agent, created_at
           from (select s.user_agent, s.created_at, min(s.created_at) over (partition by ${device}) as device_since,
                        min(s.created_at) over () as player_since
                   from sessions s where s.user_id = w.player_id and s.created_at <= w.created_at) mine
          where created_at = device_since and created_at > player_since
            and created_at > w.created_at - interval '24 hours'
          order by created_at desc limit 1) n
       where w.transaction_type = 'debit' and w.status in ('pending', 'approved', 'success') and w.created_at >= ${since.toISOString()}
       order by w.player_id, w.id desc`,
  );
  return rows.map(({ player_id, amount, requested_at, user_agent, signed_in_at, new_account }) => ({
    kind: 'newDevice',
    cause: String(player_id),
    players: [player_id],
    evidence: {
      ...(user_agent !== null && { userAgent: user_agent }),
      signedInAt: signed_in_at.toISOString(),
      amount: String(amount),
      newAccount: new_account,
    },
    firstSeenAt: signed_in_at,
    lastSeenAt: requested_at,
  }));
}
