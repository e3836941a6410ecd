import { sql } from 'drizzle-orm';
import { drawVersions } from '../contests/draw.ts';
import type { GameType } from '../contests/gameTypes.ts';
import { deciderOf } from '../contests/rules.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { endedRounds, type EndedRound } from '../stats/exports/endedRounds.ts';
import type { Span } from '../stats/cover.ts';
import { formatRupees } from '../ground/values/money.ts';
import { isFinal, noSuchFile, type PublicFile, readMonthFile } from './monthFile.ts';
import { overrideReason } from './operatorRounds.ts';

/**
 * Opens a game's rounds of a month of Asia/Kolkata as JSON Lines, oldest first: what anybody needs to recompute each
 * result, together with the bets (betLines.ts); a round that waits for the beacon is CLOSED, without a number; one whose seed was lost in a
 * restore is VOID, without a seed. Public. Refuses with NOT_FOUND another name than that of a game and a
 * month.
 */
export async function openRounds(ctx: Context, name: string): Promise<PublicFile> {
  authorize(ctx, 'contest:read');
  const month = readMonthFile(name);
  if (!month) throw noSuchFile();
  return { name, final: await isFinal(ctx, month), lines: linesOf(ctx, month.gameType, month.span) };
}

interface Also {
  override_reason: string | null;
  override_number: number | null;
  randomize: boolean;
  selection_stakes: bigint[] | null;
}
type Row = EndedRound & Also;

async function* linesOf(ctx: Context, gameType: GameType, span: Span): AsyncGenerator<string> {
  const also = sql`, case when c.decided_by = 'OPERATOR' then ${overrideReason} end as override_reason`;
  for await (const rows of endedRounds<Also>(ctx, gameType, span, { also, withWaiting: true })) {
    yield rows.map((row) => `${JSON.stringify(lineOf(row))}\n`).join('');
  }
}

/** One line. Amounts are rupees as text; instants are ISO 8601 in UTC; hashes and seeds hex. */
function lineOf(row: Row): Record<string, unknown> {
  // Of a void round, and of one that waits: who would have decided it.
  const decider = deciderOf({ overrideNumber: row.override_number, randomize: row.randomize });
  const byRule = decider === 'PROFIT_RULE';
  return {
    gameId: row.game_id,
    gameType: row.game_type,
    number: Number(row.number),
    startsAt: row.starts_at,
    evaluationTime: row.closes_at,
    endsAt: row.ends_at,
    state: row.state,
    decidedBy: row.decided_by,
    wouldBeDecidedBy: row.decided_by === null ? decider : null,
    winningNumber: row.winning_number,
    drawVersion: drawVersions[row.draw_version],
    chainId: row.chain_name,
    chainIndex: row.chain_index,
    commitment: row.commitment.toString('hex'),
    seed: row.seed?.toString('hex') ?? null,
    seedLost: row.seed_lost,
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
    stakesBySelection: row.selection_stakes?.map(formatRupees) ?? null,
    payoutsByNumber: row.outcome_payouts?.map(formatRupees) ?? null,
    overrideReason: row.override_reason,
    voidReason: row.void_reason,
  };
}

function rupees(amount: bigint | null): string | null {
  return amount === null ? null : formatRupees(amount);
}
