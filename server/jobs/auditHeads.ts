import { reportAuditHead } from '../domain/accounts/mails/reportAuditHead.ts';
import type { Services } from '../domain/ground/verbs/context.ts';
import type { Job } from './job.ts';
import { startPeriodicJob } from './periodicJob.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Reports the head of the audit log at every full hour. A failed report is logged; the next one is an hour later. */
export function startAuditHeads(services: Services): Job {
  return startPeriodicJob(services, {
    run: (ctx) => reportAuditHead(ctx, 'oncePerHour'),
    nextAt: () => (Math.floor(services.clock.now() / HOUR_MS) + 1) * HOUR_MS,
    failure: 'the head of the audit log could not be reported',
    atStart: false,
  });
}
