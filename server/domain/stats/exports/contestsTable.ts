import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../../db/client.ts';
import type { Paise } from '../../../../db/columns.ts';
import { gameTypes, type GameType } from '../../contests/gameTypes.ts';
import { colorsOfNumber } from '../../contests/selections.ts';
import type { Context } from '../../context.ts';
import { instant } from '../activitySql.ts';
import type { Span } from '../cover.ts';
import { inIndia } from './csv.ts';
import { BATCH_ROWS, inBatches, type ExportTable } from './table.ts';

/** Decided rounds, and void ones that are over, by their end, game by game, with everything needed to verify their draws. Totals from SETTLED on. */
export const contestsTable: ExportTable = {
  header: [
    'gameId',
    'gameType',
    'number',
    inIndia('startsAt'),
    inIndia('evaluationTime'),
    inIndia('endsAt'),
    'state',
    'decidedBy',
    'profitabilityLevel',
    'winningNumber',
    'winningColors',
    'bets',
    'stakes',
    'payouts',
    'profit',
    'chainId',
    'chainIndex',
    'commitment',
    'seed',
    'ruleVersion',
    'voidReason',
  ],
  async *batches(ctx, span) {
    for (const gameType of gameTypes) {
      for await (const rows of inBatches<ContestRow>((last) => read(ctx, gameType, span, last))) {
        yield rows.map((row) => [
          row.game_id,
          row.game_type,
          row.number,
          row.starts_at,
          row.closes_at,
          row.ends_at,
          row.state,
          row.decided_by,
          row.decided_by === 'PROFIT_RULE' ? row.profitability_level : null,
          row.winning_number,
          row.winning_number === null ? null : colorsOfNumber(row.winning_number).join(' ').toLowerCase(),
          row.bet_count,
          row.total_stakes === null ? null : { paise: row.total_stakes },
          row.total_payouts === null ? null : { paise: row.total_payouts },
          row.total_stakes === null || row.total_payouts === null
            ? null
            : { paise: row.total_stakes - row.total_payouts },
          row.chain_name,
          row.chain_index,
          row.commitment.toString('hex'),
          row.seed.toString('hex'),
          row.decided_by === 'PROFIT_RULE' ? row.rule_version : null,
          row.void_reason,
        ]);
      }
    }
  },
};

interface ContestRow {
  game_id: string;
  game_type: GameType;
  number: bigint;
  starts_at: Date;
  closes_at: Date;
  ends_at: Date;
  state: string;
  /** Null of a void round, as are its number, bets and totals. */
  decided_by: string | null;
  profitability_level: number;
  rule_version: number;
  winning_number: number | null;
  bet_count: number | null;
  total_stakes: Paise | null;
  total_payouts: Paise | null;
  chain_name: string;
  chain_index: number;
  commitment: Buffer;
  seed: Buffer;
  void_reason: string | null;
}

function read(
  { db }: Context,
  gameType: GameType,
  { from, to }: Span,
  last: ContestRow | undefined,
): Promise<ContestRow[]> {
  // No two rounds of a game end at the same instant.
  const after = last ? sql`c.ends_at > ${instant(last.ends_at.getTime())}` : sql`c.ends_at >= ${instant(from)}`;
  return rawQuery<ContestRow>(
    db,
    sql`
      select c.*, chains.chain_id as chain_name from contests c join chains on chains.id = c.chain_id
       where c.game_type = ${gameType} and ${after} and c.ends_at < ${instant(to)} and c.seed is not null
       order by c.ends_at limit ${BATCH_ROWS}`,
  );
}
