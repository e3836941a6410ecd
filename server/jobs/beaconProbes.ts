import { contextFor, type Services } from '../domain/ground/verbs/context.ts';
import { fetchMissedRounds } from '../domain/contests/fetchMissedRounds.ts';
import type { Beacon } from '../platform/beacon/beacon.ts';
import { Job } from './job.ts';

const PERIOD_MS = 30_000;

export interface BeaconProbes {
  /** Resolves when the first probe has been answered, or has failed. */
  readonly begun: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Every 30 s: finds out whether the beacon is reachable, unless rounds have shown it lately, and fetches the rounds that void
 * contests did without.
 */
export function startBeaconProbes(services: Services, beacon: Beacon): BeaconProbes {
  const stopping = new AbortController();
  const nextAt = () => services.clock.now() + PERIOD_MS;
  const job = new Job(services, {
    async run() {
      await beacon.probe(stopping.signal);
      await fetchMissedRounds(contextFor(services, { kind: 'system' }), stopping.signal);
      return nextAt();
    },
    failure: 'the beacon could not be probed',
    retryAt: nextAt,
  });
  job.wake();
  return {
    begun: job.idle(),
    async stop() {
      stopping.abort();
      await job.stop();
    },
  };
}
