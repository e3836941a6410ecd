import type { PoolClient } from 'pg';
import { anyChain, anyPayoutTable } from './anyIds.ts';
import { leaveBroken } from './auditedBooks.ts';
import type { TestDatabase } from './database.ts';

/** A round as it may stand in the database, with what players staked in it and got back. Amounts are in paise. */
export interface WrittenRound {
  /** As SQL takes it. The round lasts 30 seconds. */
  startsAt: string;
  /** Default: SETTLED. */
  state?: 'CLOSED' | 'SETTLED';
  bets?: readonly { player: bigint; amount: number; cancelled?: boolean }[];
  results?: readonly { player: bigint; staked: number; won: number }[];
}

/**
 * Writes rounds past every rule, at any instants and in any state, for tests of functions that only read them: no money
 * is moved, and results need no bets. `change` is a statement of the same transaction, which a running server sees as one with them.
 */
export async function writeRounds(
  database: TestDatabase,
  rounds: readonly WrittenRound[],
  change?: string,
): Promise<void> {
  await withoutRules(database, async (client) => {
    for (const round of rounds) await writeRound(client, round);
    if (change !== undefined) await client.query(change);
  });
}

/** Deletes all rounds, what was done in them, and what play_by_day kept of them. */
export async function deleteRounds(database: TestDatabase): Promise<void> {
  await withoutRules(database, async (client) => {
    for (const table of ['contests', 'bets', 'bet_cancellations', 'contest_results', 'play_days']) {
      await client.query(`delete from ${table}`);
    }
  });
}

async function withoutRules(database: TestDatabase, work: (client: PoolClient) => Promise<void>): Promise<void> {
  leaveBroken(
    database,
    "every player's results are those of the bets",
    'every settled contest is paid out to the paisa',
    "every settled contest's totals are those of its bets",
  );
  const client = await database.pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await work(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function writeRound(
  client: PoolClient,
  { startsAt, state = 'SETTLED', bets = [], results = [] }: WrittenRound,
): Promise<void> {
  const { rows } = await client.query<{ id: bigint }>(
    `insert into contests (game_type, game_id, number, slot, starts_at, closes_at, ends_at, state, account_id, randomize,
                           profitability_level, payout_table_id, chain_id, chain_index, commitment, winning_number,
                           decided_by, seed, settlement_parts)
     -- Accounts and indexes of chains that no running server uses.
     select 'sapreHalf', 'written-' || n, n, n, t, t + interval '25 s', t + interval '30 s', $2::contest_state, -n, true, 0,
            ${anyPayoutTable}, ${anyChain}, 800000 + n,
            sha256('\\x00'), outcome.*
       from (select coalesce(max(number), 0) + 1 as n, $1::timestamptz as t from contests) place
       left join (select 1::smallint, 'DRAW'::decided_by, '\\x00'::bytea, 1::smallint) outcome on $2::contest_state = 'SETTLED'
     returning id`,
    [startsAt, state],
  );
  const id = rows[0]?.id;
  for (const { player, amount, cancelled } of bets) {
    await client.query(
      `with bet as (
         insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
         values ($1, $2, 7, $3, 0, $4) returning id)
       insert into bet_cancellations (bet_id, contest_id, created_at) select id, $1, $4 from bet where $5`,
      [id, player, amount, startsAt, cancelled === true],
    );
  }
  for (const { player, staked, won } of results) {
    await client.query(
      `insert into contest_results (player_id, contest_id, bet_count, bet_amount, win_amount, settled_at)
       values ($1, $2, 1, $3, $4, $5::timestamptz + interval '30 s')`,
      [player, id, staked, won, startsAt],
    );
  }
}
