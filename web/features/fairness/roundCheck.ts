import { type BeaconChain, quicknet } from '../../lib/verify/beacon.ts';
import type { PublicBet } from '../../lib/verify/betsTree.ts';
import { type CheckableRound, checkRound, type RoundResult } from '../../lib/verify/checkRound.ts';
import { linesOf } from '../../lib/verify/lines.ts';
import { betOf } from '../../lib/verify/publicRound.ts';
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
}

export interface RoundCheck extends RoundResult {
  /** How many bets the round has; null where they were left out. */
  readonly bets: number | null;
  /** Whether the player's own bets are among them and have returned what the table promises; null without any. */
  readonly own: boolean | null;
}

/** Checks a round, with its bets as they are published. Rejects where these can't be had. */
export async function checkPublishedRound(
  { round, own, betsUrl }: CheckRequest,
  chain: BeaconChain = quicknet,
): Promise<RoundCheck> {
  if (betsUrl === null) return { ...(await checkRound(round, null, chain)), bets: null, own: null };
  const { tally, missing } = await readBets(round.gameId, betsUrl, own);
  const isPaid = ({ payoutPaise, ...stake }: OwnStake) =>
    payoutPaise === null || round.winningNumber === null || payoutPaise === payoutOf(stake, round.winningNumber);
  return {
    ...(await checkRound(round, tally, chain)),
    bets: tally.bets,
    own: own.length === 0 ? null : missing === 0 && own.every(isPaid),
  };
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
