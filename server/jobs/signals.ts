import type { Services } from '../domain/ground/verbs/context.ts';
import { DETECT_EVERY_MS, detectSignals } from '../domain/signals/detectSignals.ts';
import type { Job } from './job.ts';
import { startPeriodicJob } from './periodicJob.ts';

/** Looks for signs of fraud every ten minutes, on one of all servers. A failed run is logged; the next one retries it. */
export function startSignals(services: Services): Job {
  return startPeriodicJob(services, {
    run: detectSignals,
    nextAt: () => services.clock.now() + DETECT_EVERY_MS,
    failure: 'signals could not be detected; retrying in the next run',
    atStart: true,
  });
}
