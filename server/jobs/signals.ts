import { contextFor, type Services } from '../domain/context.ts';
import { DETECT_EVERY_MS, detectSignals } from '../domain/signals/detectSignals.ts';
import { Job } from './job.ts';

/** Looks for signs of fraud every ten minutes, on one of all servers. A failed run is logged; the next one retries it. */
export function startSignals(services: Services): Job {
  const nextAt = () => services.clock.now() + DETECT_EVERY_MS;
  const job = new Job(services, {
    async run() {
      await detectSignals(contextFor(services, { kind: 'system' }));
      return nextAt();
    },
    failure: 'signals could not be detected; retrying in the next run',
    retryAt: nextAt,
  });
  job.wake();
  return job;
}
