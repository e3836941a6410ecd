import { appearanceOrder } from '../../../server/domain/contests/draw.ts';
import { basisPoints, payoutTable } from '../../../server/domain/contests/payouts.ts';
import { lengthPrefixed, u32be, u64be } from '../../../server/domain/contests/draw.ts';
import { formatRupees } from '../../../server/domain/ground/values/money.ts';
import type { PublicMonth } from '../../support/world/publicMonth.ts';
import { TreeHash } from '../../support/treeHash.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A line of the file of rounds, with what cheating servers change. */
export type RoundLine = Mutable<{
  gameId: string;
  gameType: string;
  chainId: string;
  chainIndex: number;
  state: string;
  startsAt: string;
  evaluationTime: string;
  endsAt: string;
  decidedBy: string | null;
  drawVersion: string;
  number: number;
  winningNumber: number;
  commitment: string;
  seed: string;
  beaconRound: number;
  beaconSignature: string;
  beaconRandomness: string;
  betsRoot: string;
  timelock: string;
  bets: number;
  stakes: string;
  payouts: string;
  stakesBySelection: string[];
  payoutsByNumber: string[];
}>;

export interface BetLine {
  gameId: string;
  bet: number;
  selection: number;
  paise: number;
  receivedAt: number;
  player: string;
}

/** The lines of a month's files; those of the log as they are, which are hashed. */
export interface Month {
  rounds: RoundLine[];
  bets: BetLine[];
  log: string[];
  /** The log's files of the other two games, as they are. */
  others: readonly string[];
}

export function monthOf({ rounds, bets, log, others }: PublicMonth): Month {
  const linesOf = <Line>(text: string) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  return { rounds: linesOf(rounds), bets: linesOf(bets), log: log.split('\n').filter(Boolean), others };
}

export function textOf({ rounds, bets, log, others }: Month): PublicMonth {
  const written = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return { rounds: written(rounds), bets: written(bets), log: log.map((line) => `${line}\n`).join(''), others };
}

export interface Names {
  round: string;
  next: string;
  ruled: string;
}

/**
 * The names of the round that the cheats are about, drawn under colour-pf/2 with five bets, of the one after it, and of a later
 * one under colour-pf/2, with four bets.
 */
export function namesOf({ rounds }: Month): Names {
  const at = rounds.findIndex(({ bets }) => bets === 5);
  const ruled = rounds.find(({ bets }) => bets === 4);
  return { round: rounds[at]?.gameId ?? '', next: rounds[at + 1]?.gameId ?? '', ruled: ruled?.gameId ?? '' };
}

export function roundIn(month: Month, gameId = namesOf(month).round): RoundLine {
  const found = month.rounds.find((round) => round.gameId === gameId);
  if (!found) throw new Error(`the month has no round ${gameId}`);
  return found;
}

/** Publishes other bets of a round, and the stakes and payouts that follow; the root on request. */
export function publishBets(month: Month, round: RoundLine, bets: readonly BetLine[], { withRoot = false } = {}): void {
  const at = month.bets.findIndex(({ gameId }) => gameId === round.gameId);
  month.bets = month.bets.filter(({ gameId }) => gameId !== round.gameId).toSpliced(at, 0, ...bets);
  round.bets = bets.length;
  const sum = (amounts: readonly bigint[]) => formatRupees(amounts.reduce((all, amount) => all + amount, 0n));
  const paid = (number: number) =>
    bets.map(({ selection, paise }) => (BigInt(paise) * BigInt(basisPoints(payoutTable, selection, number))) / 10_000n);
  round.stakesBySelection = round.stakesBySelection.map((_, selection) =>
    sum(bets.filter((bet) => bet.selection === selection).map(({ paise }) => BigInt(paise))),
  );
  round.stakes = sum(bets.map(({ paise }) => BigInt(paise)));
  round.payoutsByNumber = round.payoutsByNumber.map((_, number) => sum(paid(number)));
  if (withRoot) round.betsRoot = rootOf(bets).toString('hex');
  payAt(round, round.winningNumber);
}

/** Publishes another number, and pays at it. */
export function payAt(round: RoundLine, number: number): void {
  round.winningNumber = number;
  round.payouts = round.payoutsByNumber[number] ?? '';
}

/** Publishes the number that follows from what the round has published. */
export function drawAgain(round: RoundLine): void {
  const [number = 0] = appearanceOrder(Buffer.from(round.seed, 'hex'), 'sapreOne', round.gameId, {
    betsRoot: Buffer.from(round.betsRoot, 'hex'),
    beaconRound: round.beaconRound,
    randomness: Buffer.from(round.beaconRandomness, 'hex'),
  });
  payAt(round, number);
}

function rootOf(bets: readonly BetLine[]): Buffer {
  const tree = new TreeHash();
  for (const { gameId, bet, selection, paise, receivedAt, player } of bets) {
    const names = [lengthPrefixed('colour-bet/1'), lengthPrefixed(gameId), u32be(bet), Buffer.of(selection)];
    tree.append(Buffer.concat([...names, u64be(paise), u64be(receivedAt), Buffer.from(player, 'hex')]));
  }
  return tree.root();
}
