import { setTimeout as delay } from 'node:timers/promises';

const DATABASE_TIMEOUT_MS = 1_000;
/** Limits the database's load, however many requests arrive. */
const CHECK_EVERY_MS = 250;

export interface ReadinessChecks {
  /** Whether the connections that place bets respond. */
  readonly lanesRespond: () => boolean;
  /** Whether the listener receives the events of other servers. */
  readonly listenerReceives: () => boolean;
  /**
   * Resolves when the database has answered, rejects when it can't. May take long: only one call is under way at a
   * time.
   */
  readonly pingDatabase: () => Promise<unknown>;
}

/**
 * Creates the check behind `/readyz`: resolves to what prevents this server from serving, or to null, within little
 * more than a second. Overdue rounds don't count: all servers would leave the load balancer at once.
 */
export function readiness({
  lanesRespond,
  listenerReceives,
  pingDatabase,
}: ReadinessChecks): () => Promise<string | null> {
  // One check at a time: a dead database occupies one connection of the pool, not one per request.
  const ping = sharedCheck(pingDatabase, CHECK_EVERY_MS);
  return async () => {
    if (!lanesRespond()) return 'the connections for bets do not answer';
    if (!listenerReceives()) return 'events of other servers are missed';
    const answer = ping().then(
      () => true,
      () => false,
    );
    const answered = await Promise.race([answer, delay(DATABASE_TIMEOUT_MS, false, { ref: false })]);
    return answered ? null : 'the database does not answer';
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
