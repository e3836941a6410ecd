import { contextFor, type Services } from '../domain/context.ts';
import { nextMorning, sendDailyReport } from '../domain/reports/sendDailyReport.ts';
import { Job } from './job.ts';

const RETRY_MS = 10 * 60_000;

/** Mails yesterday's figures at 07:00 in India, and at start where that was missed. A failed run is retried. */
export function startDailyReport(services: Services): Job {
  const { clock } = services;
  const job = new Job(services, {
    async run() {
      await sendDailyReport(contextFor(services, { kind: 'system' }));
      return nextMorning(clock.now());
    },
    failure: 'the daily report could not be sent; retrying in ten minutes',
    retryAt: () => clock.now() + RETRY_MS,
  });
  job.wake();
  return job;
}
