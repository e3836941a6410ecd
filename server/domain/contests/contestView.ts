import type { Paise } from '../../../db/columns.ts';
import type { contests } from '../../../db/schema/contests.ts';
import type { Actor } from '../ground/verbs/context.ts';
import { allows } from '../ground/actors/permissions.ts';
import type { Limits } from '../settings/gameLimits.ts';
import { appearanceOrder, drawVersions, type DrawVersion } from './draw.ts';
import type { GameType } from './gameTypes.ts';
import type { PayoutTable } from './payouts.ts';
import { type DecidedBy, decideOutcome, deciderOf, type RuleVersion, totalOf } from './rules.ts';

export type ContestState = 'OPEN' | 'CLOSED' | 'DECIDED' | 'SETTLED' | 'VOID';

/**
 * A contest as stored, with the public name of its chain, the table it pays by, and the beacon's round of its end where the
 * database has it.
 */
export type StoredContest = typeof contests.$inferSelect & {
  chainName: string;
  basisPoints: PayoutTable;
  beaconSignature: Buffer | null;
  beaconRandomness: Buffer | null;
};

/** Why a contest is void: an operator made it so, or it could not be decided fairly. */
export type VoidCause = 'OPERATOR' | 'NO_BETS_ROOT' | 'NO_WITNESSES' | 'NO_BEACON' | 'SEED_LOST';

/** The house's result of one outcome: `stakes` are the whole contest's, whatever wins. */
export interface ContestOutcome {
  number: number;
  stakes: Paise;
  payouts: Paise;
  profit: Paise;
}

/** What admins see of a contest besides. */
export interface ContestFigures {
  /** From SETTLED on. */
  totalPayouts: Paise | null;
  profit: Paise | null;
  /** The number that an operator has set. */
  overrideNumber: number | null;
  /** Who made it void or, else, set its number. */
  operatorId: bigint | null;
  /** Who proposed that, where it took two. */
  proposerId: bigint | null;
}

/** A contest as an actor may read it: `figures` for admins only, all other fields the same for every caller. Hidden values are null. */
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
  drawVersion: DrawVersion;
  /** Public name of the hash chain. */
  chainId: string;
  chainIndex: number;
  /** s_{n-1}. */
  commitment: Buffer;
  /** Under colour-pf/2: the beacon's round whose time is its end. */
  beaconRound: number | null;
  /** Its seed, encrypted to that round; from right after the opening on. */
  timelock: string | null;
  /** Tree hash of its bets; from right after the closing on. */
  betsRoot: Buffer | null;
  /** The round's signature, and its randomness, from the moment they have come. */
  beaconSignature: Buffer | null;
  beaconRandomness: Buffer | null;
  /** Of a contest that is void for want of its beacon, once the round has come after all: the number it would have had. */
  wouldHaveBeen: number | null;
  /** Why it is void; null unless it is. */
  voidCause: VoidCause | null;
  voidReason: string | null;
  /** s_n, from DECIDED on; of a void contest, and of any under colour-pf/2, from its end on. */
  seed: Buffer | null;
  /** Void, and its seed is gone for good: the database was restored without the key. */
  seedLost: boolean;
  /** From DECIDED on. */
  winningNumber: number | null;
  /** Ten rows by number, from DECIDED on: enough to recompute the profit rule. */
  outcomes: ContestOutcome[] | null;
  payoutTable: PayoutTable;
  /** The operator's limits that hold in it; null: none. */
  limits: Limits | null;
  /** Whether players may cancel their bets: marked by the operator and before evaluationTime. */
  cancellable: boolean;
  /** It takes no bets before this instant, while an operator may set its number; null otherwise. */
  heldUntil: Date | null;
  /** From SETTLED on. */
  totalStakes: Paise | null;
  betCount: number | null;
  /** Null for all but admins. */
  figures: ContestFigures | null;
}

/**
 * The part of a contest that `actor` may see at `now`: the only place that decides it, for every transport
 * (server/domain/contests/README.md#what-is-shown-and-when). The number, the seed and what follows from them stay hidden until
 * the contest is decided.
 */
export function visible(contest: StoredContest, actor: Actor, now: Date): ContestView {
  const { id, gameType, gameId, number, startsAt, closesAt, endsAt, chainIndex, commitment } = contest;
  const state = shownState(contest, now);
  const decidedBy = deciderOf(contest);
  const decided = state === 'DECIDED' || state === 'SETTLED';
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
    drawVersion: drawVersions[contest.drawVersion],
    beaconRound: contest.beaconRound,
    timelock: contest.timelock,
    betsRoot: contest.betsRoot,
    beaconSignature: contest.beaconSignature,
    beaconRandomness: contest.beaconRandomness,
    wouldHaveBeen: state === 'VOID' ? numberOf(contest) : null,
    voidCause: voidCauseOf(contest),
    chainId: contest.chainName,
    chainIndex,
    commitment,
    voidReason: contest.voidReason,
    seed: contest.seed,
    seedLost: contest.seedLost,
    winningNumber: decided ? contest.winningNumber : null,
    outcomes: decided ? outcomesOf(contest) : null,
    payoutTable: contest.basisPoints,
    limits: limitsOf(contest),
    cancellable: decidedBy === 'OPERATOR' && isBeforeClosing(contest, now),
    heldUntil: decidedBy !== 'OPERATOR' && isHeld(contest, now) ? contest.heldUntil : null,
    totalStakes: contest.totalStakes,
    betCount: state === 'SETTLED' ? contest.betCount : null,
    figures: allows(actor, 'contest:readFigures') ? figuresOf(contest) : null,
  };
}

function figuresOf(contest: StoredContest): ContestFigures {
  const { totalStakes, totalPayouts, voidedBy } = contest;
  return {
    totalPayouts,
    profit: totalStakes !== null && totalPayouts !== null ? ((totalStakes - totalPayouts) as Paise) : null,
    overrideNumber: contest.overrideNumber,
    operatorId: voidedBy ?? contest.overriddenBy,
    proposerId: voidedBy === null ? contest.overrideProposedBy : contest.voidProposedBy,
  };
}

/** The visible state is CLOSED from evaluationTime on, though its row is open until bets in time are placed. */
function shownState({ state, closesAt }: StoredContest, now: Date): ContestState {
  return state === 'OPEN' && now >= closesAt ? 'CLOSED' : state;
}

/**
 * Whether `actor` may see the contest's stakes by selection. Under PROFIT_RULE nobody may while its row is open and bets are placed:
 * together with the level, they would reveal the winner. `stakesSecret` is the same rule in SQL.
 */
export function stakesVisible(contest: typeof contests.$inferSelect, actor: Actor): boolean {
  if (!allows(actor, 'contest:readFigures')) return false;
  return contest.state !== 'OPEN' || deciderOf(contest) !== 'PROFIT_RULE';
}

/** From then on owners may make a contest void that still waits for the beacon. */
export const VOIDABLE_AFTER_MS = 7 * 86_400_000;
/** The reason of the rounds that a restore makes void for want of their seeds' key (composition/lostKeys.ts). */
export const SEED_LOST = 'The server was restored from a backup without the key of its draws.';
/** The reason that void_unfair_contest writes. */
const UNWITNESSED = 'The list of its bets was not confirmed by a majority of the witnesses before its end.';

function voidCauseOf(contest: StoredContest): VoidCause | null {
  const { state, voidedBy, voidedAt, endsAt, drawVersion, betsRoot, closedAt, voidReason } = contest;
  if (state !== 'VOID' || voidedAt === null) return null;
  if (voidReason === SEED_LOST && contest.seedLost) return 'SEED_LOST';
  if (drawVersion === 1 || closedAt === null) return 'OPERATOR';
  if (voidedBy !== null) return voidedAt.getTime() - endsAt.getTime() < VOIDABLE_AFTER_MS ? 'OPERATOR' : 'NO_BEACON';
  if (betsRoot === null) return 'NO_BETS_ROOT';
  return voidReason === UNWITNESSED ? 'NO_WITNESSES' : 'NO_BEACON';
}

/** The number that follows from what a contest under colour-pf/2 has published; null while a part is missing. */
function numberOf(contest: StoredContest): number | null {
  const { seed, betsRoot, beaconRound, beaconRandomness: randomness, selectionStakes, outcomePayouts } = contest;
  if (seed === null || betsRoot === null || beaconRound === null || randomness === null) return null;
  if (selectionStakes === null || outcomePayouts === null) return null;
  const order = appearanceOrder(seed, contest.gameType, contest.gameId, { betsRoot, beaconRound, randomness });
  return decideOutcome({
    ...contest,
    totalStakes: totalOf(selectionStakes),
    outcomePayouts: outcomePayouts as Paise[],
    appearanceOrder: order,
  }).winningNumber;
}

/** The payout limits rounds of the draw alone: whether a bet fits would tell others' stakes. */
function limitsOf({ minBet, maxBet, maxStake, maxPayout, randomize }: StoredContest): Limits | null {
  const limits = { minBet, maxBet, maxStake, maxPayout: randomize ? maxPayout : null };
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
