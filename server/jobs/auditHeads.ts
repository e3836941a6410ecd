import { reportAuditHead } from '../domain/accounts/reportAuditHead.ts';
import { contextFor, type Services } from '../domain/context.ts';
import { Job } from './job.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Reports the head of the audit log at every full hour. A failed report is logged; the next one is an hour later. */
export function startAuditHeads(services: Services): Job {
  const { clock } = services;
  const nextHour = () => (Math.floor(clock.now() / HOUR_MS) + 1) * HOUR_MS;
  const job = new Job(services, {
    async run() {
      await reportAuditHead(contextFor(services, { kind: 'system' }), 'oncePerHour');
      return nextHour();
    },
    failure: 'the head of the audit log could not be reported',
    retryAt: nextHour,
  });
  job.wakeAt(nextHour());
  return job;
}
