import { alertToOverrides, EVALUATE_EVERY_MS, evaluateAlerts } from '../domain/alerts/evaluateAlerts.ts';
import { contextFor, type Services } from '../domain/ground/verbs/context.ts';
import { Job } from './job.ts';
import { startPeriodicJob } from './periodicJob.ts';

/** Rounds that close wake it earlier. */
const IDLE_MS = 3_600_000;

/** Opens and ends alerts every minute, on one of all servers. A failed run is logged; the next one retries it. */
export function startAlerts(services: Services): Job {
  return startPeriodicJob(services, {
    run: evaluateAlerts,
    nextAt: () => services.clock.now() + EVALUATE_EVERY_MS,
    failure: 'alerts could not be evaluated; retrying in a minute',
    atStart: false,
  });
}

/** Alerts to set results as soon as their rounds have closed. What it misses the evaluation of the next minute finds. */
export function startOverrideAlerts(services: Services): Job {
  const job = new Job(services, {
    async run() {
      await alertToOverrides(contextFor(services, { kind: 'system' }));
      return services.clock.now() + IDLE_MS;
    },
    failure: 'admins could not be alerted to a set result; retrying in a minute',
    retryAt: () => services.clock.now() + EVALUATE_EVERY_MS,
  });
  services.events.on('contestChanged', ({ phase }) => {
    if (phase === 'CLOSED') job.wake();
  });
  return job;
}
