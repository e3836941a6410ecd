import { setTimeout as delay } from 'node:timers/promises';

const DATABASE_PATIENCE_MS = 1_000;
/** Any number of callers may ask. */
const CHECK_EVERY_MS = 250;

export interface ReadinessChecks {
  /** Whether the connections that place bets answer. */
  readonly lanesAnswer: () => boolean;
  /** Whether the listener receives the events of other servers. */
  readonly listenerReceives: () => boolean;
  /** Resolves when the database has answered, rejects when it can't. May take long: only one is under way at a time. */
  readonly askDatabase: () => Promise<unknown>;
}

/**
 * Makes the check behind `/readyz`: resolves to what keeps this server from serving, or to null, within little more than
 * a second. An overdue round is not asked for: all servers would leave the balancer at once.
 */
export function readiness({
  lanesAnswer,
  listenerReceives,
  askDatabase,
}: ReadinessChecks): () => Promise<string | null> {
  // One question at a time: a dead database holds one connection of the pool, not one per caller.
  const asked = sharedCheck(askDatabase, CHECK_EVERY_MS);
  return async () => {
    if (!lanesAnswer()) return 'the connections for bets do not answer';
    if (!listenerReceives()) return 'events of other servers are missed';
    const answer = asked().then(
      () => true,
      () => false,
    );
    const answered = await Promise.race([answer, delay(DATABASE_PATIENCE_MS, false, { ref: false })]);
    return answered ? null : 'the database does not answer';
  };
}

/** The same check, made at most once in `everyMs`: callers in between get its last result, also while it runs. */
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
