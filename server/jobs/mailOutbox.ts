import { deliverMails } from '../domain/accounts/mails/deliverMails.ts';
import { contextFor, type Services } from '../domain/ground/verbs/context.ts';
import { Job } from './job.ts';

/** Upper bound for finding mails that another server queued before it crashed. */
const POLL_MS = 30_000;

export interface MailOutbox {
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Finishes the mail under way, then stops sending. */
  stop(): Promise<void>;
}

/** Sends mails as they are queued, on any server, and retries failed ones. Without a transport it does nothing. */
export function startMailOutbox(services: Services): MailOutbox {
  const { clock, events, mail } = services;
  if (mail === undefined) return { idle: () => Promise.resolve(), stop: () => Promise.resolve() };
  const job = new Job(services, {
    async run(stopped) {
      const { nextAt } = await deliverMails(contextFor(services, { kind: 'system' }), stopped);
      return Math.min(clock.now() + POLL_MS, nextAt?.getTime() ?? Infinity);
    },
    failure: 'the mail outbox could not be read; retrying',
    retryAt: () => clock.now() + POLL_MS,
  });
  const unsubscribe = events.on('mailQueued', () => job.wake());
  job.wake();
  return {
    idle: () => job.idle(),
    stop() {
      unsubscribe();
      return job.stop();
    },
  };
}
