import { gameTypes } from '../../contests/gameTypes.ts';
import { colorsOfNumber } from '../../contests/selections.ts';
import { endedRounds } from './endedRounds.ts';
import { inIndia, type ExportTable } from './table.ts';

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
      for await (const rows of endedRounds(ctx, gameType, span)) {
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
          row.seed?.toString('hex') ?? null,
          row.decided_by === 'PROFIT_RULE' ? row.rule_version : null,
          row.void_reason,
        ]);
      }
    }
  },
};
