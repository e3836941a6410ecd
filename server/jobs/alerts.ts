import { EVALUATE_EVERY_MS, evaluateAlerts } from '../domain/alerts/evaluateAlerts.ts';
import { contextFor, type Services } from '../domain/context.ts';
import { Job } from './job.ts';

/** Opens and ends alerts every minute, on one of all servers. A failed run is logged; the next one retries it. */
export function startAlerts(services: Services): Job {
  const nextAt = () => services.clock.now() + EVALUATE_EVERY_MS;
  const job = new Job(services, {
    async run() {
      await evaluateAlerts(contextFor(services, { kind: 'system' }));
      return nextAt();
    },
    failure: 'alerts could not be evaluated; retrying in a minute',
    retryAt: nextAt,
  });
  job.wakeAt(nextAt());
  return job;
}
