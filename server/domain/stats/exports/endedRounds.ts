import { type SQL, sql } from 'drizzle-orm';
import { rawQuery } from '../../../../db/client.ts';
import type { Paise } from '../../../../db/columns.ts';
import type { GameType } from '../../contests/gameTypes.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { instant } from '../activitySql.ts';
import type { Span } from '../cover.ts';
import { BATCH_ROWS, inBatches } from './table.ts';

/** A round that is over, with everything that its draw depends on. */
export interface EndedRound {
  game_id: string;
  game_type: GameType;
  number: bigint;
  starts_at: Date;
  closes_at: Date;
  ends_at: Date;
  state: string;
  /** Null of a void round, as are its number, bets and totals, and of one that waits for the beacon. */
  decided_by: string | null;
  profitability_level: number;
  rule_version: number;
  winning_number: number | null;
  bet_count: number | null;
  total_stakes: Paise | null;
  total_payouts: Paise | null;
  /** What would be paid at each number, 0 to 9. */
  outcome_payouts: bigint[] | null;
  chain_name: string;
  chain_index: number;
  commitment: Buffer;
  draw_version: 1 | 2;
  /** Under colour-pf/2 alone, as the next four; those of the beacon's round are null until it has come. */
  beacon_round: bigint | null;
  bets_root: Buffer | null;
  timelock: string | null;
  beacon_signature: Buffer | null;
  beacon_randomness: Buffer | null;
  /** Null of a void round whose seed was lost in a restore. */
  seed: Buffer | null;
  seed_lost: boolean;
  void_reason: string | null;
}

interface EndedRoundsOptions {
  /** Further columns of contests `c`. */
  also?: SQL;
  /** Also rounds that wait for the beacon: CLOSED, without a number. */
  withWaiting?: boolean;
}

/** A game's rounds by their end in the span, from DECIDED on, and void ones that are over, some thousands at a time. */
export function endedRounds<Also = unknown>(
  { db }: Context,
  gameType: GameType,
  { from, to }: Span,
  { also = sql``, withWaiting = false }: EndedRoundsOptions = {},
): AsyncGenerator<(EndedRound & Also)[]> {
  return inBatches<EndedRound & Also>((last) => {
    // No two rounds of a game end at the same instant.
    const after = last ? sql`c.ends_at > ${instant(last.ends_at.getTime())}` : sql`c.ends_at >= ${instant(from)}`;
    return rawQuery<EndedRound & Also>(
      db,
      sql`
        select c.*, chains.chain_id as chain_name, r.signature as beacon_signature, r.randomness as beacon_randomness ${also}
          from contests c join chains on chains.id = c.chain_id
          left join beacon_rounds r on r.round = c.beacon_round
         where c.game_type = ${gameType} and ${after} and c.ends_at < ${instant(to)}
           and (c.decided_at is not null or ${withWaiting} and c.state = 'CLOSED' and c.seed is not null)
         order by c.ends_at limit ${BATCH_ROWS}`,
    );
  });
}
