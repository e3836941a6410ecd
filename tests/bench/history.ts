import { sql } from 'drizzle-orm';
import pg from 'pg';
import { connectionOptions } from '../../db/client.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import { foldActivity } from '../../server/domain/stats/foldActivity.ts';
import type { TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { loadUnindexed } from './loadUnindexed.ts';

/** As many players as in the bench, with enough money for all bets. */
export const PLAYERS = 20_000;
export const RUPEES = 10_000_000;
const BETS_PER_CONTEST = 10;
/** Minimum, so that every player has several pages of them. */
const BETS_PER_PLAYER = 50;
/** The end of the written history. */
export const HISTORY_END = Date.parse('2026-11-20T06:00:00Z');
const ROUND_MS = 30_000;
const STAKE = 1_000;
/** Of one bet in ten. */
const PAYOUT = 9_600;

/** A database with history. */
export interface History {
  domain: TestDomain;
  players: bigint[];
  bets: number;
  contests: number;
  /** Half of all bets are newer. */
  middleBet: bigint;
  lastContest: bigint;
  /** How many months have partitions with bets. */
  months: number;
  /** Milliseconds since the epoch: the first contest's start, the last one's end. */
  from: number;
  to: number;
}

export interface HistoryOptions {
  /** From the end of a contest to that of the next. */
  roundMs?: number;
  playerCount?: number;
}

/** A month's contests, by their ids. */
interface Month {
  month: number;
  first: bigint;
  last: bigint;
}

/**
 * Writes `bets` bets of settled contests with their transfers directly into the tables and their months' partitions,
 * bypassing the triggers, so that it takes minutes. A contest ends every `roundMs`, ten million bets so being a year.
 */
export async function writeHistory(
  database: TestDatabase,
  bets: number,
  { roundMs = ROUND_MS, playerCount = Math.min(PLAYERS, bets / BETS_PER_PLAYER) }: HistoryOptions = {},
): Promise<History> {
  const domain = openDomain(database, new Date(HISTORY_END).toISOString());
  const players = await givenPlayers(domain, playerCount, { rupees: RUPEES });
  const contests = bets / BETS_PER_CONTEST;
  const from = HISTORY_END - contests * roundMs;
  const written = await writeRows(database, { players, contests, from, roundMs });
  await foldActivity(contextFor(domain.services, { kind: 'system' }));
  await domain.owner.execute(sql`vacuum analyze`);
  return { domain, players, bets, contests, ...written, from, to: HISTORY_END };
}

type Rows = Pick<History, 'players' | 'contests' | 'from'> & { roundMs: number };

async function writeRows(
  { address }: TestDatabase,
  rows: Rows,
): Promise<Pick<History, 'middleBet' | 'lastContest' | 'months'>> {
  const client = new pg.Client(connectionOptions(address));
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await loadUnindexed(client, { table: 'contests' }, () => writeContests(client, rows));
    const { rows: months } = await client.query<Month>(
      `select bets_month as month, min(id) as first, max(id) as last from contests group by 1 order by 1`,
    );
    for (const month of months) await writeMonth(client, rows, month, months[0]?.first ?? 0n);
    await loadUnindexed(client, { table: 'contest_results' }, () =>
      client.query(
        `insert into contest_results (player_id, contest_id, bet_count, bet_amount, win_amount, settled_at)
         select b.player_id, b.contest_id, 1, ${STAKE}, case when b.id % 10 = 0 then ${PAYOUT} else 0 end, c.settled_at
           from bets b join contests c on c.id = b.contest_id`,
      ),
    );
    await client.query(
      `insert into hourly_totals (game_type, hour, contest_count, bet_count, stakes, payouts)
       select game_type, date_bin('1 hour', ends_at, '2000-01-01 00:00+05:30'), count(*), sum(bet_count), sum(total_stakes), sum(total_payouts)
         from contests group by 1, 2`,
    );
    await client.query(`select setval('bets_id_seq', (select max(id) from bets))`);
    const { rows: middle } = await client.query<{ id: bigint }>(
      `select min(id) as id from bets where contest_id = (select id from contests where number = $1)`,
      [Math.floor(rows.contests / 2)],
    );
    return { middleBet: middle[0]?.id ?? 0n, lastContest: months.at(-1)?.last ?? 0n, months: months.length };
  } finally {
    await client.end();
  }
}

async function writeContests(client: pg.Client, { contests, from, roundMs }: Rows): Promise<void> {
  await client.query(
    `insert into contests (game_type, game_id, number, slot, starts_at, closes_at, ends_at, state, account_id, randomize,
       profitability_level, payout_table_id, chain_id, chain_index, commitment, closed_at, bet_count, selection_stakes,
       outcome_payouts, decided_by, winning_number, seed, settlement_parts, decided_at, total_stakes, total_payouts, settled_at,
       bets_month)
     select 'sapreHalf', 'sapreHalf-' || n, n, n, starts, ends - interval '5 s', ends, 'SETTLED', 1000000 + n, true,
       0, 1, 1, n, sha256(n::text::bytea), ends - interval '5 s', ${BETS_PER_CONTEST}, array_fill(0::bigint, array[13]),
       array_fill(0::bigint, array[10]), 'DRAW', n % 10, n::text::bytea, 1, ends, ${BETS_PER_CONTEST * STAKE}, ${PAYOUT}, ends,
       to_char(starts at time zone 'Asia/Kolkata', 'YYMM')::int
       from (select n, to_timestamp(${from / 1_000} + n * ${roundMs / 1_000}) as ends, to_timestamp(${from / 1_000} + (n - 1) * ${roundMs / 1_000}) as starts
               from generate_series(1, ${contests}) n) slots`,
  );
  await client.query(`insert into payout_tables (basis_points, created_at) values (array_fill(0, array[130]), now())`);
  await client.query(`insert into chains (chain_id, game_type, length, anchor, created_at, retired_at)
    values ('history', 'sapreHalf', 1, sha256(''), now(), now())`);
}

/** Bets, payouts and transfers of a month's contests. Ids of contests are consecutive from `firstOfAll` on. */
async function writeMonth(client: pg.Client, { players }: Rows, { month, first, last }: Month, firstOfAll: bigint) {
  await client.query(`select make_month($1)`, [month]);
  await client.query('analyze contests');
  const ofMonth = (table: string) => ({ table: `${table}_${month}`, of: table });
  await loadUnindexed(client, ofMonth('bets'), () =>
    client.query(
      `insert into bets_${month} (id, contest_id, player_id, selection, amount, balance_after, placed_at)
       select ${month} * 1000000000000 + (c.id - ${first}) * ${BETS_PER_CONTEST} + k, c.id,
              ${players[0]} + (((c.id - ${firstOfAll}) * ${BETS_PER_CONTEST} + k) * 7919) % ${players.length}, k % 13, ${STAKE}, 0, c.starts_at
         from contests c cross join generate_series(1, ${BETS_PER_CONTEST}) k
        where c.id between ${first} and ${last} order by 1`,
    ),
  );
  await loadUnindexed(client, ofMonth('bet_payouts'), () =>
    client.query(
      `insert into bet_payouts_${month} (bet_id, amount) select id, ${PAYOUT} from bets_${month} where id % 10 = 0`,
    ),
  );
  await loadUnindexed(client, ofMonth('transfers'), () =>
    client.query(
      `insert into transfers_${month} (id, debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
       select nextval('transfers_id_seq'), a.id, c.account_id, b.amount, 'bet_stake'::transfer_kind, b.id, b.placed_at
         from bets_${month} b join contests c on c.id = b.contest_id
         join ledger_accounts a on a.player_id = b.player_id and a.kind = 'player_available'
       union all
       select nextval('transfers_id_seq'), c.account_id, a.id, p.amount, 'bet_payout', b.id, c.settled_at
         from bet_payouts_${month} p join bets_${month} b on b.id = p.bet_id join contests c on c.id = b.contest_id
         join ledger_accounts a on a.player_id = b.player_id and a.kind = 'player_available'`,
    ),
  );
}
