import type { BetPlacement, BetToPlace } from '../betPlacer.ts';
import type { Verdict } from './betStatement.ts';

/** A bet somewhere between its arrival and its answer. */
export interface WaitingBet {
  bet: BetToPlace;
  /** How often it met an account or contest in somebody's hands. */
  busyRetries: number;
  /** When it arrived, by performance.now(). */
  since: number;
  /** Together with others it was refused as a whole: it is asked for by itself now. */
  retryAlone: boolean;
  resolve: (placement: BetPlacement) => void;
  reject: (error: unknown) => void;
}

/** A bet of a batch, with those behind it that bear the same player's same key. */
export interface KeyGroup {
  first: WaitingBet;
  /** In order of arrival. */
  duplicates: WaitingBet[];
}

/** Groups bets by player and key, in order of arrival: the statement takes each key once. */
export function groupByKey(waiting: readonly WaitingBet[]): KeyGroup[] {
  const groups = new Map<string, KeyGroup>();
  for (const one of waiting) {
    const name = `${one.bet.playerId}:${one.bet.key}`;
    const group = groups.get(name);
    if (group) group.duplicates.push(one);
    else groups.set(name, { first: one, duplicates: [] });
  }
  return [...groups.values()];
}

/**
 * What the verdict on a group's first bet means for another of the group: its answer, or null when it has to ask for
 * itself. The same payload shares whatever became of the first; another payload meets a used key only if there was a bet.
 */
export function verdictForDuplicate(first: BetToPlace, verdict: Verdict, other: BetToPlace): Verdict | null {
  const samePayload =
    first.contestId === other.contestId && first.selection === other.selection && first.amount === other.amount;
  const placed = verdict.outcome === 'placed' || verdict.outcome === 'replayed';
  if (placed) return samePayload ? { ...verdict, outcome: 'replayed' } : { outcome: 'keyReused' };
  return samePayload ? verdict : null;
}
