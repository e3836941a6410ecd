import { sql } from 'drizzle-orm';
import { contextFor } from '../../server/domain/context.ts';
import { foldActivity } from '../../server/domain/stats/foldActivity.ts';
import type { TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import pg from 'pg';
import { connectionOptions } from '../../db/client.ts';

/** As many players as in the bench, with enough money for all bets. */
export const PLAYERS = 20_000;
export const RUPEES = 10_000_000;
const BETS_PER_CONTEST = 10;
/** Minimum, so that every player has several pages of them. */
const BETS_PER_PLAYER = 50;
/** The end of the written history: contests of 30 s lead up to it. */
export const HISTORY_END = Date.parse('2026-11-20T06:00:00Z');
const ROUND_MS = 30_000;

/** A database with history. */
export interface History {
  domain: TestDomain;
  players: bigint[];
  bets: number;
  contests: number;
  /** Milliseconds since the epoch: the first contest's start, the last one's end. */
  from: number;
  to: number;
}

/**
 * Writes `bets` bets of settled contests directly into the tables, bypassing the triggers, so that it takes minutes.
 */
export async function writeHistory(database: TestDatabase, bets: number): Promise<History> {
  const domain = openDomain(database, new Date(HISTORY_END).toISOString());
  const players = await givenPlayers(domain, Math.min(PLAYERS, bets / BETS_PER_PLAYER), { rupees: RUPEES });
  const contests = bets / BETS_PER_CONTEST;
  const from = HISTORY_END - contests * ROUND_MS;
  await writeRows(database, { players, bets, contests, from });
  await foldActivity(contextFor(domain.services, { kind: 'system' }));
  await domain.owner.execute(sql`vacuum analyze`);
  return { domain, players, bets, contests, from, to: HISTORY_END };
}

async function writeRows(
  { address }: TestDatabase,
  { players, bets, contests, from }: Pick<History, 'players' | 'bets' | 'contests' | 'from'>,
): Promise<void> {
  const client = new pg.Client(connectionOptions(address));
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into contests (game_type, game_id, number, slot, starts_at, closes_at, ends_at, state, account_id, randomize,
         profitability_level, payout_table_id, chain_id, chain_index, commitment, closed_at, bet_count, selection_stakes,
         outcome_payouts, decided_by, winning_number, seed, settlement_parts, decided_at, total_stakes, total_payouts, settled_at)
       select 'sapreHalf', 'sapreHalf-' || n, n, n, ends - interval '30 s', ends - interval '5 s', ends, 'SETTLED', 1000000 + n, true,
         0, 1, 1, n, sha256(n::text::bytea), ends - interval '5 s', ${BETS_PER_CONTEST}, array_fill(0::bigint, array[13]),
         array_fill(0::bigint, array[10]), 'DRAW', n % 10, n::text::bytea, 1, ends, ${BETS_PER_CONTEST} * 1000, 9600, ends
         from (select n, to_timestamp(${from / 1_000} + n * 30) as ends from generate_series(1, ${contests}) n) slots`,
    );
    await client.query(
      `insert into payout_tables (basis_points, created_at) values (array_fill(0, array[130]), now())`,
    );
    await client.query(`insert into chains (chain_id, game_type, length, anchor, created_at, retired_at)
      values ('history', 'sapreHalf', 1, sha256(''), now(), now())`);
    const offset = `(select min(id) from contests)`;
    await client.query(
      `insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
       select ${offset} + (g - 1) / ${BETS_PER_CONTEST}, ${players[0]} + (g::bigint * 7919) % ${players.length}, g % 13, 1000, 0,
         to_timestamp(${from / 1_000} + (g - 1) / ${BETS_PER_CONTEST} * 30)
         from generate_series(1, ${bets}) g`,
    );
    await client.query(`insert into bet_payouts (bet_id, amount) select id, 9600 from bets where id % 10 = 0`);
    await client.query(
      `insert into contest_results (player_id, contest_id, bet_count, bet_amount, win_amount, settled_at)
       select b.player_id, b.contest_id, 1, 1000, 0, c.settled_at from bets b join contests c on c.id = b.contest_id`,
    );
    await client.query(
      `insert into hourly_totals (game_type, hour, contest_count, bet_count, stakes, payouts)
       select game_type, date_bin('1 hour', ends_at, '2000-01-01 00:00+05:30'), count(*), sum(bet_count), sum(total_stakes), sum(total_payouts)
         from contests group by 1, 2`,
    );
  } finally {
    await client.end();
  }
}
