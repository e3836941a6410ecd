import type pg from 'pg';
import type { Paise } from '../../../db/columns.ts';
import type { BetLimit } from '../ground/refusals/betLimitRefusal.ts';
import type { BetPlacement, BetToPlace } from '../ground/rounds/betPlacer.ts';

/** The statement's verdict on one bet: an answer, or why it has none yet. */
export type Verdict =
  | BetPlacement
  /** The player's account or the contest is locked by another transaction: retry after a backoff. */
  | { outcome: 'busy' }
  /** An earlier bet in the batch lacked balance: retry in the next statement. */
  | { outcome: 'behind' };

type Row = [outcome: string, betId: bigint | null, balance: bigint | null, betNumber: number | null];

/**
 * Places `bets`, in order of arrival, by one call of `place_numbered_bets` (see db/functions/place_numbered_bets.sql for its decisions
 * and locks) with one commit. No two may have the same player and key. With `wait` it waits for locked accounts instead
 * of answering "busy". Verdicts are in the order of `bets`.
 */
export async function placeBets(
  client: pg.ClientBase,
  bets: readonly BetToPlace[],
  { wait = false }: { wait?: boolean } = {},
): Promise<Verdict[]> {
  const { rows } = await client.query<Row>({
    name: 'place_numbered_bets',
    text: 'select outcome, bet_id, balance, bet_number from place_numbered_bets($1, $2, $3, $4, $5, $6, $7) order by ord',
    values: [...betArrays(bets), wait],
    rowMode: 'array',
  });
  if (rows.length !== bets.length)
    throw new Error(`place_numbered_bets answered ${rows.length} of ${bets.length} bets`);
  return rows.map(toVerdict);
}

/**
 * The statement's array arguments as Postgres literals. Written here, because the driver quotes and escapes every
 * element, which numbers, uuids and ISO instants don't need.
 */
export function betArrays(bets: readonly BetToPlace[]): string[] {
  const array = (field: (bet: BetToPlace) => bigint | number | string) => `{${bets.map(field).join(',')}}`;
  return [
    array((bet) => bet.playerId),
    array((bet) => bet.contestId),
    array((bet) => bet.selection),
    array((bet) => bet.amount),
    array((bet) => bet.key),
    array((bet) => bet.receivedAt.toISOString()),
  ];
}

function toVerdict([outcome, betId, balance, betNumber]: Row): Verdict {
  switch (outcome) {
    case 'placed':
    case 'replayed':
      if (betId === null || balance === null) throw new Error(`a ${outcome} bet without id or balance`);
      return { outcome, betId, betNumber, balanceAfter: balance as Paise };
    case 'insufficient':
      return { outcome, available: (balance ?? 0n) as Paise };
    case 'stake_limit':
      return { outcome: 'stopped', code: 'STAKE_LIMIT' };
    case 'loss_limit':
      return { outcome: 'stopped', code: 'LOSS_LIMIT' };
    case 'time_out':
      return { outcome: 'stopped', code: 'TIME_OUT' };
    case 'self_excluded':
      return { outcome: 'stopped', code: 'SELF_EXCLUDED' };
    case 'reality_check':
      return { outcome: 'stopped', code: 'REALITY_CHECK' };
    case 'min_bet':
      return overLimit('MIN_BET', balance);
    case 'max_bet':
      return overLimit('MAX_BET', balance);
    case 'max_stake':
      return overLimit('MAX_STAKE', balance);
    case 'max_payout':
      return overLimit('MAX_PAYOUT', balance);
    case 'closed':
    case 'busy':
    case 'behind':
      return { outcome };
    case 'key_reused':
      return { outcome: 'keyReused' };
    case 'unknown_contest':
      return { outcome: 'unknownContest' };
    case 'unknown_player':
      return { outcome: 'unknownPlayer' };
    default:
      throw new Error(`place_numbered_bets answered ${outcome}`);
  }
}

function overLimit(limit: BetLimit, possible: bigint | null): Verdict {
  if (possible === null) throw new Error(`a bet beyond ${limit} without an amount`);
  return { outcome: 'overLimit', limit, possible: possible as Paise };
}
