import { contextFor, type Services } from '../domain/ground/verbs/context.ts';
import { confirmCheckpoint } from '../domain/publicLog/confirmCheckpoint.ts';
import type { Witness } from '../platform/tlog/askWitness.ts';
import { Job } from './job.ts';

/** How often a server looks for checkpoints that another one has signed, and for retries that are due. */
const PERIOD_MS = 500;

export interface LogWitnesses {
  /** A checkpoint has been signed. */
  wake(): void;
  stop(): Promise<void>;
}

/** Has every witness confirm each newest checkpoint of the public log, each at its own speed. */
export function startLogWitnesses(services: Services): LogWitnesses {
  const stopping = new AbortController();
  const jobs = services.witnesses.map((witness) => startOne(services, witness, stopping.signal));
  return {
    wake: () => jobs.forEach((job) => job.wake()),
    async stop() {
      stopping.abort();
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

function startOne(services: Services, witness: Witness, signal: AbortSignal): Job {
  const nextAt = () => services.clock.now() + PERIOD_MS;
  const job = new Job(services, {
    async run(stopped) {
      const context = () => contextFor(services, { kind: 'system' });
      // Until it has confirmed the newest.
      while (!stopped() && (await confirmCheckpoint(context, witness, signal)));
      return nextAt();
    },
    failure: 'a witness of the public log could not be asked',
    retryAt: nextAt,
  });
  job.wake();
  return job;
}
