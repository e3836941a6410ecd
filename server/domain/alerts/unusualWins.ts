import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import type { Cause } from './cause.ts';

const DAY_MS = 24 * 3_600_000;
/** So many players at most are named at a time, those who won most. */
const MAX_PLAYERS = 20;

/**
 * Players who in the last 24 hours won at least `least` paise more than they staked. The index of wins finds those who
 * may have; their other results are read by player.
 */
export async function unusualWins(db: Queryable, now: Date, least: bigint): Promise<Cause[]> {
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const rows = await rawQuery<{ player_id: bigint; uid: string; name: string; net: bigint }>(
    db,
    sql`
      with candidates as materialized (
        select player_id from contest_results where settled_at > ${since} and win_amount > bet_amount
         group by player_id having sum(win_amount - bet_amount) >= ${least})
      select c.player_id, u.uid, u.name, played.net
        from candidates c join users u on u.id = c.player_id
       cross join lateral (
         select sum(r.win_amount - r.bet_amount)::bigint as net from contest_results r
          where r.player_id = c.player_id and r.settled_at > ${since}) played
       where played.net >= ${least}
       order by played.net desc limit ${MAX_PLAYERS}`,
  );
  return rows.map(({ player_id, uid, name, net }) => ({
    kind: 'unusualWin',
    subject: String(player_id),
    facts: { uid, name, amount: String(net) },
  }));
}
