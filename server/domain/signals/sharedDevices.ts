import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import type { Finding, SharedDevice } from './finding.ts';
import { device, place } from './sessionSql.ts';

/** Larger groups are no ring but a carrier, a hostel or a popular phone. */
const MAX_PLAYERS = 40;

interface Row {
  place: string;
  device: string | null;
  user_agent: string | null;
  players: bigint[];
  sign_ins: number;
  at_place: number;
  expected: number;
  first: Date;
  last: Date;
}

/**
 * Players who signed in from one address with the same kind of device, since an instant; and addresses that few players
 * share. Carriers put thousands of players behind one address, of whom many have the same phone, so the number that
 * chance would put there is given too.
 */
export async function sharedDevices(
  db: Queryable,
  since: Date,
): Promise<{ devices: SharedDevice[]; addresses: Finding[] }> {
  const rows = await rawQuery<Row>(
    db,
    sql`
      with seen as materialized (
        select s.user_id, ${place} as place, ${device} as device, min(s.user_agent) as user_agent, count(*)::int as sign_ins,
               min(s.created_at) as first, max(s.created_at) as last
          from sessions s join users u on u.id = s.user_id and u.user_type = 'player' and not u.simulated
         where s.address is not null and s.created_at >= ${since.toISOString()}
         group by 1, 2, 3),
      places as (select place, count(distinct user_id)::int as players from seen group by place),
      everybody as (select greatest(1, count(distinct user_id))::float as players from seen),
      devices as (
        select device, count(distinct user_id) / (select players from everybody) as share from seen group by device)
      select place, device, min(user_agent) as user_agent, array_agg(user_id order by user_id) as players,
             sum(sign_ins)::int as sign_ins, min(p.players) as at_place, min(p.players * d.share) as expected,
             min(first) as first, max(last) as last
        from seen join places p using (place) join devices d using (device)
       where device <> ''
       group by place, device having count(*) between 2 and ${MAX_PLAYERS}
      union all
      select place, null, null, array_agg(distinct user_id order by user_id), sum(sign_ins)::int, min(p.players), 0,
             min(first), max(last)
        from seen join places p using (place)
       where p.players between 2 and ${MAX_PLAYERS}
       group by place`,
  );
  const findings = rows.map((row) => ({ row, finding: findingOf(row) }));
  return {
    devices: findings
      .filter(({ row }) => row.device !== null)
      .map(({ row, finding }) => ({ ...finding, expected: row.expected })),
    addresses: findings.filter(({ row }) => row.device === null).map(({ finding }) => finding),
  };
}

function findingOf(row: Row): Finding {
  const evidence = { signIns: row.sign_ins, playersAtAddress: row.at_place };
  return {
    kind: row.device === null ? 'sharedAddress' : 'sharedDevice',
    cause: `${row.place} ${row.device ?? ''}`,
    players: row.players,
    evidence: row.user_agent === null ? evidence : { ...evidence, userAgent: row.user_agent },
    firstSeenAt: row.first,
    lastSeenAt: row.last,
  };
}
