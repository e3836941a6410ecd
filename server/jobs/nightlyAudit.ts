import { auditNight, nextNight } from '../domain/audit/nightlyAudit.ts';
import { contextFor, type Services } from '../domain/context.ts';
import { Job } from './job.ts';

const RETRY_MS = 30 * 60_000;

/** Audits the books at 03:00 in India, and at start where a night was missed. A failed audit is retried. */
export function startNightlyAudit(services: Services): Job {
  const { clock } = services;
  const job = new Job(services, {
    async run() {
      await auditNight(contextFor(services, { kind: 'system' }));
      return nextNight(clock.now());
    },
    failure: 'the books could not be audited; retrying in half an hour',
    retryAt: () => clock.now() + RETRY_MS,
  });
  job.wake();
  return job;
}
