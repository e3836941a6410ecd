import type { Span } from '../../platform/tracing.ts';
import type { BetPlacement, BetToPlace } from '../ground/rounds/betPlacer.ts';
import type { Verdict } from './betStatement.ts';

/** A bet between its arrival and its answer. */
export interface WaitingBet {
  bet: BetToPlace;
  /** How often it found its account or contest locked by another transaction. */
  busyRetries: number;
  /** Arrival time, by performance.now(). */
  since: number;
  /** Its batch was rejected as a whole, so it is retried in a statement of its own. */
  retryAlone: boolean;
  /** Of its present wait in the queue, where it is traced. */
  queued?: Span | undefined;
  resolve: (placement: BetPlacement) => void;
  reject: (error: unknown) => void;
}

/** A bet of a batch, with later ones of the same player and key. */
export interface KeyGroup {
  first: WaitingBet;
  /** In order of arrival. */
  duplicates: WaitingBet[];
}

/** Groups bets by player and key, in order of arrival, because the statement takes each key once. */
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
 * The verdict on a later bet of a group, from the verdict on its first: an answer, or null when it must be retried by
 * itself. With the same payload it shares the first bet's outcome; another payload reuses a key only if the first bet
 * was placed.
 */
export function verdictForDuplicate(first: BetToPlace, verdict: Verdict, other: BetToPlace): Verdict | null {
  const samePayload =
    first.contestId === other.contestId && first.selection === other.selection && first.amount === other.amount;
  const placed = verdict.outcome === 'placed' || verdict.outcome === 'replayed';
  if (placed) return samePayload ? { ...verdict, outcome: 'replayed' } : { outcome: 'keyReused' };
  return samePayload ? verdict : null;
}
