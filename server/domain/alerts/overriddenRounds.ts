import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import type { AlertFacts, Cause } from './cause.ts';

const DAY_MS = 24 * 3_600_000;
/** So many players at most are named of a round, those to whom it pays most. */
const MAX_WINNERS = 5;

/**
 * Rounds whose number an operator has set and which take no bets any more, with the players whom it pays most: of the last 24
 * hours those without an alert, and of any time those whose alert is open and not acknowledged. Rounds that pay nobody are
 * left out.
 */
export async function overriddenRounds(db: Queryable, now: Date): Promise<Cause[]> {
  const open = await rawQuery<{ subject: string; data: AlertFacts }>(
    db,
    sql`select subject, data from alerts
         where kind = 'overriddenRound' and ended_at is null and acknowledged_at is null`,
  );
  return [
    ...open.map(({ subject, data }): Cause => ({ kind: 'overriddenRound', subject, facts: data })),
    ...(await newlyOverridden(db, now)),
  ];
}

interface Row {
  game_id: string;
  number: number;
  count: number;
  amount: bigint;
  winners: NonNullable<AlertFacts['winners']>;
}

/** Overridden rounds that have closed and have no alert yet. */
export async function newlyOverridden(db: Queryable, now: Date): Promise<Cause[]> {
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const rows = await rawQuery<Row>(
    db,
    sql`
      select c.game_id, c.override_number as number, won.count, won.amount, won.winners
        from contests c join payout_tables t on t.id = c.payout_table_id
       cross join lateral (
         select count(*)::int as count, sum(p.payout)::bigint as amount,
                jsonb_agg(jsonb_build_object('uid', u.uid, 'name', u.name, 'stake', p.stake::text, 'payout', p.payout::text)
                          order by p.place) filter (where p.place <= ${MAX_WINNERS}) as winners
           from (select player_id, stake, payout, row_number() over (order by payout desc, player_id) as place
                   from (select b.player_id, sum(b.amount)::bigint as stake,
                                sum(payout(b.amount, t.basis_points, b.selection, c.override_number))::bigint as payout
                           from bets b
                          where b.contest_id = c.id
                            and b.id >= c.bets_month * 1000000000000 and b.id < (c.bets_month + 1) * 1000000000000
                            and not exists (select from bet_cancellations x where x.bet_id = b.id)
                          group by b.player_id) staked
                  where payout > 0) p
           join users u on u.id = p.player_id) won
       where c.ends_at > ${since} and c.overridden_at is not null
         and c.state in ('CLOSED', 'DECIDED', 'SETTLED') and won.count > 0
         and not exists (select from alerts a where a.kind = 'overriddenRound' and a.subject = c.game_id)
       order by c.id`,
  );
  return rows.map(({ game_id: gameId, number, count, amount, winners }) => ({
    kind: 'overriddenRound',
    subject: gameId,
    facts: { gameId, number, count, amount: String(amount), winners },
  }));
}
