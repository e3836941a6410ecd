import { type SQL, sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Actor } from '../context.ts';
import { allows } from '../permissions.ts';
import type { Limits } from '../settings/gameLimits.ts';
import { DRAW_VERSION } from './draw.ts';
import type { GameType } from './gameTypes.ts';
import type { PayoutTable } from './payouts.ts';
import { type DecidedBy, deciderOf, type RuleVersion, totalOf } from './rules.ts';

export type ContestState = 'OPEN' | 'CLOSED' | 'DECIDED' | 'SETTLED' | 'VOID';

/** A contest as stored, with the public name of its chain and the table it pays by. */
export type StoredContest = typeof contests.$inferSelect & { chainName: string; basisPoints: PayoutTable };

/** The house's result of one outcome: `stakes` are the whole contest's, whatever wins. */
export interface ContestOutcome {
  number: number;
  stakes: Paise;
  payouts: Paise;
  profit: Paise;
}

/** A contest as visible to an actor; hidden values are null. */
export interface ContestView {
  id: bigint;
  gameType: GameType;
  gameId: string;
  /** Gapless per game type from 1. */
  number: number;
  state: ContestState;
  startsAt: Date;
  /** evaluationTime. */
  closesAt: Date;
  endsAt: Date;
  /** Who decides it; public from the opening, and from an override on. */
  decidedBy: DecidedBy;
  /** 0-9, only under PROFIT_RULE. */
  profitabilityLevel: number | null;
  /** Version of the profit rule that decides it, only under PROFIT_RULE. */
  ruleVersion: RuleVersion | null;
  /** The version of the draw, by its public name. */
  drawVersion: string;
  /** Public name of the hash chain. */
  chainId: string;
  chainIndex: number;
  /** s_{n-1}. */
  commitment: Buffer;
  /** Why it is void; null unless it is. */
  voidReason: string | null;
  /** s_n, from DECIDED on; of a void contest from its end on. */
  seed: Buffer | null;
  /** From DECIDED on. */
  winningNumber: number | null;
  /** Ten rows by number, from DECIDED on: enough to recompute the profit rule. */
  outcomes: ContestOutcome[] | null;
  payoutTable: PayoutTable;
  /** The operator's limits that it opened with; null: none. */
  limits: Limits | null;
  /** Whether players may cancel their bets: marked by the operator and before evaluationTime. */
  cancellable: boolean;
  /** It takes no bets before this instant, while an operator may set its number; null otherwise. */
  heldUntil: Date | null;
  /** From SETTLED on. */
  totalStakes: Paise | null;
  betCount: number | null;
  /** From SETTLED on, for admins. */
  totalPayouts: Paise | null;
  profit: Paise | null;
  /** For admins: the number that an operator has set. */
  overrideNumber: number | null;
  /** For admins: who made it void or, else, set its number. */
  operatorId: bigint | null;
  /** For admins: who proposed that, where it took two. */
  proposerId: bigint | null;
}

/**
 * The part of a contest that `actor` may see at `now`: the only place that decides it, for every transport
 * (server/domain/README.md#what-is-shown-and-when). The number, the seed and what follows from them stay hidden until
 * the contest is decided.
 */
export function visible(contest: StoredContest, actor: Actor, now: Date): ContestView {
  const { id, gameType, gameId, number, state, startsAt, closesAt, endsAt, chainIndex, commitment } = contest;
  const decidedBy = deciderOf(contest);
  const decided = state === 'DECIDED' || state === 'SETTLED';
  const figures = allows(actor, 'contest:readFigures');
  const { totalStakes, totalPayouts } = contest;
  return {
    id,
    gameType,
    gameId,
    number,
    state,
    startsAt,
    closesAt,
    endsAt,
    decidedBy,
    profitabilityLevel: decidedBy === 'PROFIT_RULE' ? contest.profitabilityLevel : null,
    ruleVersion: decidedBy === 'PROFIT_RULE' ? contest.ruleVersion : null,
    drawVersion: DRAW_VERSION,
    chainId: contest.chainName,
    chainIndex,
    commitment,
    voidReason: contest.voidReason,
    seed: decided || state === 'VOID' ? contest.seed : null,
    winningNumber: decided ? contest.winningNumber : null,
    outcomes: decided ? outcomesOf(contest) : null,
    payoutTable: contest.basisPoints,
    limits: limitsOf(contest),
    cancellable: decidedBy === 'OPERATOR' && isBeforeClosing(contest, now),
    heldUntil: decidedBy !== 'OPERATOR' && isHeld(contest, now) ? contest.heldUntil : null,
    totalStakes,
    betCount: state === 'SETTLED' ? contest.betCount : null,
    totalPayouts: figures ? totalPayouts : null,
    profit: figures && totalStakes !== null && totalPayouts !== null ? ((totalStakes - totalPayouts) as Paise) : null,
    overrideNumber: figures ? contest.overrideNumber : null,
    operatorId: figures ? (contest.voidedBy ?? contest.overriddenBy) : null,
    proposerId: figures ? (contest.voidedBy === null ? contest.overrideProposedBy : contest.voidProposedBy) : null,
  };
}

/**
 * Whether `actor` may see the contest's stakes by selection. Under PROFIT_RULE nobody may while bets are taken:
 * together with the level, they would reveal the winner.
 */
export function stakesVisible(contest: typeof contests.$inferSelect, actor: Actor): boolean {
  if (!allows(actor, 'contest:readFigures')) return false;
  return contest.state !== 'OPEN' || deciderOf(contest) !== 'PROFIT_RULE';
}

/** The same rule in SQL, for queries of single bets: true for contests whose stakes only the bettors may see yet. */
export function stakesSecret(): SQL {
  return sql`(${contests.state} = 'OPEN' and not ${contests.randomize} and ${contests.overrideNumber} is null)`;
}

function limitsOf({ minBet, maxBet, maxStake, maxPayout }: StoredContest): Limits | null {
  const limits = { minBet, maxBet, maxStake, maxPayout };
  return Object.values(limits).every((limit) => limit === null) ? null : limits;
}

function isBeforeClosing({ state, closesAt }: { state: ContestState; closesAt: Date }, now: Date): boolean {
  return state === 'OPEN' && now < closesAt;
}

function isHeld({ state, heldUntil }: StoredContest, now: Date): boolean {
  return state === 'OPEN' && heldUntil !== null && now < heldUntil;
}

function outcomesOf({ selectionStakes, outcomePayouts }: StoredContest): ContestOutcome[] | null {
  return selectionStakes === null || outcomePayouts === null ? null : outcomesFrom(selectionStakes, outcomePayouts);
}

/** Ten rows by number, from the stakes by selection and each number's payouts. */
export function outcomesFrom(selectionStakes: readonly bigint[], outcomePayouts: readonly bigint[]): ContestOutcome[] {
  const stakes = totalOf(selectionStakes);
  return outcomePayouts.map((payouts, number) => ({
    number,
    stakes,
    payouts: payouts as Paise,
    profit: (stakes - payouts) as Paise,
  }));
}
