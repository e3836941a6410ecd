import { anyChain, anyPayoutTable } from './anyIds.ts';
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectionOptions } from '../../db/client.ts';
import { lengthMs, type GameType } from '../../server/domain/contests/gameTypes.ts';
import { leaveBroken } from './auditedBooks.ts';
import type { TestDatabase } from './database.ts';

/** A round of the history: the drawn number, and each player's stakes and returns, in paise. */
export interface SettledRound {
  gameType: GameType;
  endsAt: number;
  winningNumber: number;
  results: { playerId: bigint; betAmount: bigint; winAmount: bigint }[];
  /** Default: the draw. */
  decidedBy?: 'DRAW' | 'PROFIT_RULE' | 'OPERATOR';
  /** What it would have paid at 0 … 9, in paise. */
  outcomePayouts?: readonly bigint[];
  /** Milliseconds from its end to its settling. */
  settledAfter?: number;
}

/**
 * Writes rounds into the database as if they had been played, for tests that only read history. Bypasses triggers and
 * foreign keys, so that weeks take a second; they have no bets and transfers. Their payout table and chain are the first
 * there are, whose ids depend on which game began first.
 */
export async function givenSettledRounds(database: TestDatabase, rounds: readonly SettledRound[]): Promise<void> {
  leaveBroken(
    database,
    "every player's results are those of the bets",
    "every settled contest's totals are those of its bets",
  );
  const client = new pg.Client(connectionOptions(database.address));
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await insertContests(client, rounds);
    await client.query(
      `insert into contest_results (player_id, contest_id, bet_count, bet_amount, win_amount, settled_at)
       select r.player_id, c.id, 1, r.bet_amount, r.win_amount, c.settled_at
         from jsonb_to_recordset($1) as r(game_id text, player_id bigint, bet_amount bigint, win_amount bigint)
         join contests c using (game_id)`,
      [JSON.stringify(rounds.flatMap(resultRows))],
    );
    await client.query(
      `insert into hourly_totals (game_type, hour, contest_count, bet_count, stakes, payouts)
       select game_type, date_bin('1 hour', ends_at, '2000-01-01 00:00+05:30'), count(*), sum(bet_count), sum(total_stakes), sum(total_payouts)
         from contests where game_id = any($1) group by 1, 2
       on conflict (game_type, hour) do update set
         contest_count = hourly_totals.contest_count + excluded.contest_count,
         bet_count = hourly_totals.bet_count + excluded.bet_count,
         stakes = hourly_totals.stakes + excluded.stakes,
         payouts = hourly_totals.payouts + excluded.payouts`,
      [rounds.map(gameIdOf)],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function insertContests(client: pg.Client, rounds: readonly SettledRound[]): Promise<void> {
  await client.query(
    `insert into contests (game_type, game_id, number, slot, starts_at, closes_at, ends_at, state, account_id, randomize,
       profitability_level, payout_table_id, chain_id, chain_index, commitment, closed_at, bet_count, outcome_payouts, decided_by, override_number, overridden_at, overridden_by,
       winning_number, seed, settlement_parts, decided_at, total_stakes, total_payouts, settled_at)
     select game_type, game_id, slot, slot, starts_at, ends_at - interval '5 s', ends_at, 'SETTLED', 1000000 + base + position, true,
       0, ${anyPayoutTable}, ${anyChain}, 1000000 + base + position, decode(commitment, 'hex'), ends_at - interval '5 s', bet_count, outcome_payouts, decided_by,
       case decided_by when 'OPERATOR' then winning_number end, case decided_by when 'OPERATOR' then starts_at end,
       case decided_by when 'OPERATOR' then 1 end, winning_number, decode(seed, 'hex'), 1, ends_at, stakes, payouts, settled_at
       from (select count(*) as base from contests) before,
            jsonb_to_recordset($1) as r(position int, game_type game_type, game_id text, slot bigint, starts_at timestamptz,
              ends_at timestamptz, winning_number smallint, decided_by decided_by, outcome_payouts bigint[], seed text, commitment text, bet_count int, stakes bigint,
              payouts bigint, settled_at timestamptz)`,
    [JSON.stringify(rounds.map(contestRow))],
  );
}

function contestRow(round: SettledRound, position: number) {
  const { gameType, endsAt, winningNumber, results, settledAfter = 200, decidedBy = 'DRAW' } = round;
  const seed = randomBytes(32);
  return {
    position,
    game_type: gameType,
    game_id: gameIdOf(round),
    slot: endsAt / lengthMs(gameType) - 1,
    starts_at: new Date(endsAt - lengthMs(gameType)),
    ends_at: new Date(endsAt),
    winning_number: winningNumber,
    decided_by: decidedBy,
    outcome_payouts: round.outcomePayouts?.map(String) ?? null,
    seed: seed.toString('hex'),
    commitment: createHash('sha256').update(seed).digest('hex'),
    bet_count: results.length,
    stakes: String(results.reduce((sum, { betAmount }) => sum + betAmount, 0n)),
    payouts: String(results.reduce((sum, { winAmount }) => sum + winAmount, 0n)),
    settled_at: new Date(endsAt + settledAfter),
  };
}

function resultRows(round: SettledRound) {
  return round.results.map(({ playerId, betAmount, winAmount }) => ({
    game_id: gameIdOf(round),
    player_id: String(playerId),
    bet_amount: String(betAmount),
    win_amount: String(winAmount),
  }));
}

function gameIdOf({ gameType, endsAt }: SettledRound): string {
  return `${gameType}-${endsAt}`;
}
