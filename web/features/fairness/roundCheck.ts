import { type BeaconChain, fromBeacon, quicknet } from '../../lib/verify/beacon.ts';
import type { PublicBet } from '../../lib/verify/betsTree.ts';
import { type CheckableRound, checkRound, type RoundResult } from '../../lib/verify/checkRound.ts';
import { linesOf } from '../../lib/verify/lines.ts';
import type { LogChecks } from '../../lib/verify/loggedRound.ts';
import { betOf } from '../../lib/verify/publicRound.ts';
import { checkRoundLog } from '../../lib/verify/roundLog.ts';
import { payoutOf, Tally } from '../../lib/verify/tally.ts';

/** A bet of the player's own, as their wallet has it; cancelled ones left out. */
export interface OwnStake {
  /** 0-9, 10 green, 11 violet, 12 red. */
  readonly selection: number;
  readonly paise: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** Null of a void round. */
  readonly payoutPaise: bigint | null;
}

export interface CheckRequest {
  readonly round: CheckableRound;
  readonly own: readonly OwnStake[];
  /** Where the round's public bets are; null: leave them out. */
  readonly betsUrl: string | null;
  /** Where the public log's proofs about the round are; null: leave them out. */
  readonly logUrl: string | null;
}

/** What the public log shows of a round. */
export interface LogResult {
  readonly checks: LogChecks;
  /** Name of the log and how many entries its newest state has; null where it does not have the round. */
  readonly name: string | null;
  readonly size: number;
  /** Of the round's witnesses how many have confirmed that state, and how many there are; null without any. */
  readonly witnesses: { readonly all: number; readonly current: number } | null;
  /** Names of witnesses who have confirmed that state. */
  readonly confirmedBy: readonly string[];
  /** In rupees, null before the payment. */
  readonly settled: { readonly stakes: string; readonly payouts: string } | null;
}

export interface RoundCheck extends RoundResult {
  /** How many bets the round has; null where they were left out. */
  readonly bets: number | null;
  /** Whether the player's own bets are among them and have returned what the table promises; null without any. */
  readonly own: boolean | null;
  /** Null where it was left out or could not be had. */
  readonly log: LogResult | null;
}

/** Entries are in the log within a second; a page may ask in between. */
const logAgainMs = 1_500;

/** Checks a round, with its bets as they are published and its entries in the log. Rejects where the bets can't be had. */
export async function checkPublishedRound(
  { round, own, betsUrl, logUrl }: CheckRequest,
  chain: BeaconChain = quicknet,
): Promise<RoundCheck> {
  const [log, read] = await Promise.all([
    readLog(round, logUrl),
    betsUrl === null ? null : readBets(round.gameId, betsUrl, own),
  ]);
  // What was paid is published there alone.
  const paid = { ...round, payouts: log?.settled?.payouts ?? null };
  const isFromBeacon = fromBeacon(chain, [round]).has(round);
  const result = { ...(await checkRound(paid, read?.tally ?? null, isFromBeacon)), log };
  if (read === null) return { ...result, bets: null, own: null };
  const isPaid = ({ payoutPaise, ...stake }: OwnStake) =>
    payoutPaise === null || round.winningNumber === null || payoutPaise === payoutOf(stake, round.winningNumber);
  return {
    ...result,
    bets: read.tally.bets,
    own: own.length === 0 ? null : read.missing === 0 && own.every(isPaid),
  };
}

/** Null where the log can't be had. One that contradicts the round is asked a second time. */
async function readLog(round: CheckableRound, url: string | null): Promise<LogResult | null> {
  if (url === null) return null;
  const first = await askLog(round, url);
  if (first?.checks.log !== false) return first;
  await new Promise((resolve) => setTimeout(resolve, logAgainMs));
  return askLog(round, url);
}

async function askLog(round: CheckableRound, url: string): Promise<LogResult | null> {
  try {
    const response = await fetch(url);
    if (response.status === 404)
      return { checks: { log: false }, name: null, size: 0, witnesses: null, confirmedBy: [], settled: null };
    if (!response.ok) return null;
    const { state, ...found } = checkRoundLog(round, await response.json());
    return { ...found, name: state.origin, size: state.size };
  } catch {
    return null;
  }
}

/** Adds up the public bets, and counts those of the player's own that are not among them. */
async function readBets(
  gameId: string,
  url: string,
  own: readonly OwnStake[],
): Promise<{ tally: Tally; missing: number }> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const tally = new Tally(gameId);
  const sought = new Map<string, number>();
  for (const stake of own) sought.set(keyOf(stake), (sought.get(keyOf(stake)) ?? 0) + 1);
  for await (const line of linesOf(await response.blob())) {
    const bet = betOf(line);
    tally.add(bet);
    const key = keyOf(bet);
    const left = sought.get(key);
    if (left !== undefined) sought.set(key, left - 1);
  }
  return { tally, missing: [...sought.values()].filter((left) => left > 0).length };
}

function keyOf({ selection, paise, receivedAt }: Pick<PublicBet, 'selection' | 'paise' | 'receivedAt'>): string {
  return `${selection} ${paise} ${receivedAt}`;
}
