import { EVALUATE_EVERY_MS, evaluateAlerts } from '../domain/alerts/evaluateAlerts.ts';
import type { Services } from '../domain/context.ts';
import type { Job } from './job.ts';
import { startPeriodicJob } from './periodicJob.ts';

/** Opens and ends alerts every minute, on one of all servers. A failed run is logged; the next one retries it. */
export function startAlerts(services: Services): Job {
  return startPeriodicJob(services, {
    run: evaluateAlerts,
    nextAt: () => services.clock.now() + EVALUATE_EVERY_MS,
    failure: 'alerts could not be evaluated; retrying in a minute',
    atStart: false,
  });
}
