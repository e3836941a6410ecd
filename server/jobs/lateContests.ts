import { settleContest } from '../domain/bets/settleContest.ts';
import { contextFor, type Services } from '../domain/ground/verbs/context.ts';
import { decideWaiting, lateContests, type WaitingContest } from '../domain/contests/awaitBeacon.ts';
import { obtainRound, storedRound } from '../domain/contests/beaconRounds.ts';
import { Job } from './job.ts';

/** How often this server looks for late contests. */
const PERIOD_MS = 30_000;
const FETCH_TIMEOUT_MS = 5_000;
/** After that many contests in a row without a round the relays count as silent for this run. */
const MAX_MISSES = 3;
/** A contest's round is asked for again after a tenth of the time for which it has been missing, within these bounds. */
const MIN_RETRY_MS = 30_000;
const MAX_RETRY_MS = 60 * 60_000;

/**
 * Decides and pays contests that have waited for the beacon for more than a minute, whenever their round comes, also after a
 * restart and with BEACON=off: in the order of their ends, and apart from the games, whose running contests never wait for
 * them. The relays with which a contest opened are asked for its round, at least hourly, and those that are set now.
 */
export function startLateContests(services: Services): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const late = new LateContests(services, stopping.signal);
  const nextAt = () => services.clock.now() + PERIOD_MS;
  const job = new Job(services, {
    async run() {
      await late.decide();
      return nextAt();
    },
    failure: 'contests that wait for the beacon could not be looked at',
    retryAt: nextAt,
  });
  job.wakeAt(nextAt());
  return {
    async stop() {
      stopping.abort();
      await job.stop();
    },
  };
}

/** Until a contest's round is asked for again that has been missing for `missingMs`. */
export function retryDelayMs(missingMs: number): number {
  return Math.min(Math.max(missingMs / 10, MIN_RETRY_MS), MAX_RETRY_MS);
}

class LateContests {
  readonly #services: Services;
  readonly #signal: AbortSignal;
  /** When a contest's round is asked for again, by contest id. */
  readonly #retryAt = new Map<bigint, number>();

  constructor(services: Services, signal: AbortSignal) {
    this.#services = services;
    this.#signal = signal;
  }

  async decide(): Promise<void> {
    const late = await lateContests(this.#context());
    const waiting = new Set(late.map(({ id }) => id));
    for (const id of this.#retryAt.keys()) if (!waiting.has(id)) this.#retryAt.delete(id);
    let misses = 0;
    for (const contest of late) {
      if (this.#signal.aborted) return;
      const found = await this.#find(contest, misses < MAX_MISSES);
      if (found === true) await this.#finish(contest);
      misses = found === true ? 0 : misses + Number(found === false);
    }
  }

  /** Whether its round is stored; null where that was not asked for. */
  async #find(contest: WaitingContest, mayAsk: boolean): Promise<boolean | null> {
    const ctx = this.#context();
    if ((await storedRound(ctx.db, contest.beaconRound)) !== null) return true;
    const now = ctx.clock.now();
    if (!mayAsk || now < (this.#retryAt.get(contest.id) ?? -Infinity)) return null;
    this.#retryAt.set(contest.id, now + retryDelayMs(now - contest.endsAt.getTime()));
    return obtainRound(ctx, contest.beaconRound, {
      deadline: now + FETCH_TIMEOUT_MS,
      signal: this.#signal,
      relays: contest.beaconRelays,
    });
  }

  async #finish(contest: WaitingContest): Promise<void> {
    await decideWaiting(this.#context(), contest);
    await settleContest(this.#context(), contest.id);
  }

  #context() {
    return contextFor(this.#services, { kind: 'system' });
  }
}
