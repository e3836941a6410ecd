import type { Services } from '../domain/ground/verbs/context.ts';
import { nextMorning, sendDailyReport } from '../domain/reports/sendDailyReport.ts';
import type { Job } from './job.ts';
import { startPeriodicJob } from './periodicJob.ts';

const RETRY_MS = 10 * 60_000;

/** Mails yesterday's figures at 07:00 in India, and at start where that was missed. A failed run is retried. */
export function startDailyReport(services: Services): Job {
  const { clock } = services;
  return startPeriodicJob(services, {
    run: sendDailyReport,
    nextAt: () => nextMorning(clock.now()),
    retryAt: () => clock.now() + RETRY_MS,
    failure: 'the daily report could not be sent; retrying in ten minutes',
    atStart: true,
  });
}
