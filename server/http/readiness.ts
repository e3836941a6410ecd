import { setTimeout as delay } from 'node:timers/promises';
import type { BetAnswers } from '../domain/ground/rounds/betPlacer.ts';

/** Limits the database's load, however many requests arrive. */
const CHECK_EVERY_MS = 250;

export interface ReadinessTimes {
  /** So long a request waits for the database, in milliseconds: shorter than the time-out of usual proxies. */
  readonly waitMs: number;
  /** A database that has not answered for this long is dead. No shorter than the deadline of a statement of the API. */
  readonly deadMs: number;
}

export const readinessTimes: ReadinessTimes = { waitMs: 1_000, deadMs: 7_000 };

export interface ReadinessChecks {
  /** How the database answers bets. */
  readonly betAnswers: () => BetAnswers;
  /** Whether the listener receives the events of other servers. */
  readonly listenerReceives: () => boolean;
  /**
   * Resolves when the database has answered, rejects when it can't. May take long: only one call is under way at a
   * time.
   */
  readonly pingDatabase: () => Promise<unknown>;
}

/** Ready, able to serve but slowly, or not able to serve; with the reason in words. */
export type Readiness =
  | { readonly status: 'ready' }
  | { readonly status: 'slow' | 'unavailable'; readonly reason: string };

/**
 * Creates the check behind `/readyz`, which takes little more than `waitMs`. A database that answers late is slow: another
 * server would wait for it too. Overdue rounds don't count: all servers would leave the load balancer at once.
 */
export function readiness(
  { betAnswers, listenerReceives, pingDatabase }: ReadinessChecks,
  { waitMs, deadMs }: ReadinessTimes = readinessTimes,
): () => Promise<Readiness> {
  // One check at a time: a dead database occupies one connection of the pool, not one per request.
  const ping = sharedCheck(pingDatabase, CHECK_EVERY_MS);
  /** Since when the ping under way has waited. */
  let waitingSince: number | undefined;
  return async () => {
    const bets = betAnswers();
    if (bets === 'none') return { status: 'unavailable', reason: 'the connections for bets do not answer' };
    if (!listenerReceives()) return { status: 'unavailable', reason: 'events of other servers are missed' };
    waitingSince ??= performance.now();
    const answer = ping().then(
      () => 'answered' as const,
      () => 'failed' as const,
    );
    void answer.then(() => (waitingSince = undefined));
    const answered = await Promise.race([answer, delay(waitMs, 'waiting' as const, { ref: false })]);
    const isDead = answered === 'waiting' && performance.now() - (waitingSince ?? performance.now()) >= deadMs;
    if (answered === 'failed' || isDead) return { status: 'unavailable', reason: 'the database does not answer' };
    if (answered === 'waiting') return { status: 'slow', reason: 'the database answers late' };
    return bets === 'late' ? { status: 'slow', reason: 'bets wait for the database' } : { status: 'ready' };
  };
}

/** The same check, run at most once in `everyMs`: calls in between share its last or pending result. */
export function sharedCheck<T>(check: () => Promise<T>, everyMs: number): () => Promise<T> {
  let last: Promise<T> | undefined;
  let nextAt = 0;
  let running = false;
  return () => {
    if (last && (running || performance.now() < nextAt)) return last;
    running = true;
    last = check().finally(() => {
      running = false;
      nextAt = performance.now() + everyMs;
    });
    return last;
  };
}
