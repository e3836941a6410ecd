import { sql } from 'drizzle-orm';
import { drawVersions } from '../contests/draw.ts';
import { gameTypes, type GameType } from '../contests/gameTypes.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { authorize } from '../permissions.ts';
import { endedRounds, type EndedRound } from '../stats/exports/endedRounds.ts';
import { formatRupees } from '../wallet/money.ts';
import { readMonth } from './month.ts';
import { overrideReason } from './operatorRounds.ts';

export interface RoundsFile {
  /** `sapreHalf-2026-11.jsonl` */
  name: string;
  /** Whether the month is over, so that the file stays as it is. */
  final: boolean;
  /** Chunks of some thousand lines. */
  lines: AsyncIterable<string>;
}

/**
 * Opens a game's rounds of a month of Asia/Kolkata as JSON Lines, oldest first: what anybody needs to recompute each
 * result. Public. Rows are read from the database as they are consumed. Refuses with NOT_FOUND another name than that of a
 * game and a month.
 */
export function openRounds(ctx: Context, name: string): RoundsFile {
  authorize(ctx, 'contest:read');
  const [, game, month = ''] = /^(\w+)-(\d{4}-(?:0[1-9]|1[0-2]))\.jsonl$/.exec(name) ?? [];
  const gameType = gameTypes.find((one) => one === game);
  if (!gameType || !/^[12]/.test(month))
    throw new DomainError('NOT_FOUND', 'There is no such file.', { field: 'file' });
  const span = readMonth(month);
  return { name, final: span.to + SETTLEMENT_MS < ctx.now.getTime(), lines: linesOf(ctx, gameType, span) };
}

/** After the end of a month its last rounds are being paid. */
const SETTLEMENT_MS = 10 * 60_000;

type Row = EndedRound & { override_reason: string | null };

async function* linesOf(ctx: Context, gameType: GameType, span: { from: number; to: number }): AsyncGenerator<string> {
  const reason = sql`, case when c.decided_by = 'OPERATOR' then ${overrideReason} end as override_reason`;
  for await (const rows of endedRounds<{ override_reason: string | null }>(ctx, gameType, span, reason)) {
    yield rows.map((row) => `${JSON.stringify(lineOf(row))}\n`).join('');
  }
}

/** One line. Amounts are rupees as text; instants are ISO 8601 in UTC; hashes and seeds hex. */
function lineOf(row: Row): Record<string, unknown> {
  const byRule = row.decided_by === 'PROFIT_RULE';
  return {
    gameId: row.game_id,
    gameType: row.game_type,
    number: Number(row.number),
    startsAt: row.starts_at,
    evaluationTime: row.closes_at,
    endsAt: row.ends_at,
    state: row.state,
    decidedBy: row.decided_by,
    winningNumber: row.winning_number,
    drawVersion: drawVersions[row.draw_version],
    chainId: row.chain_name,
    chainIndex: row.chain_index,
    commitment: row.commitment.toString('hex'),
    seed: row.seed.toString('hex'),
    beaconRound: row.beacon_round === null ? null : Number(row.beacon_round),
    beaconSignature: row.beacon_signature?.toString('hex') ?? null,
    beaconRandomness: row.beacon_randomness?.toString('hex') ?? null,
    betsRoot: row.bets_root?.toString('hex') ?? null,
    timelock: row.timelock,
    profitabilityLevel: byRule ? row.profitability_level : null,
    ruleVersion: byRule ? row.rule_version : null,
    bets: row.bet_count,
    stakes: rupees(row.total_stakes),
    payouts: rupees(row.total_payouts),
    payoutsByNumber: row.outcome_payouts?.map(formatRupees) ?? null,
    overrideReason: row.override_reason,
    voidReason: row.void_reason,
  };
}

function rupees(amount: bigint | null): string | null {
  return amount === null ? null : formatRupees(amount);
}
