import type { Db } from '../../db/client.ts';
import { auditNight, nextNight } from '../domain/audit/nightlyAudit.ts';
import type { Services } from '../domain/ground/verbs/context.ts';
import type { Job } from './job.ts';
import { startPeriodicJob } from './periodicJob.ts';

const RETRY_MS = 30 * 60_000;

/**
 * Audits the books at 03:00 in India, and at start where a night was missed. A failed audit is retried. `auditDb`: the same
 * database, whose statements may take as long as an audit does; no connection is made to it before that.
 */
export function startNightlyAudit(services: Services, auditDb: Db): Job {
  const { clock } = services;
  return startPeriodicJob(services, {
    run: (ctx) => auditNight(ctx, auditDb),
    nextAt: () => nextNight(clock.now()),
    retryAt: () => clock.now() + RETRY_MS,
    failure: 'the books could not be audited; retrying in half an hour',
    atStart: true,
  });
}
