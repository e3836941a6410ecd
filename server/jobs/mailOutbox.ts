import { deliverMails } from '../domain/accounts/deliverMails.ts';
import { contextFor, type Services } from '../domain/context.ts';

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
  const { clock, events, log } = services;
  if (services.mail === undefined) return { idle: () => Promise.resolve(), stop: () => Promise.resolve() };
  let stopped = false;
  let wanted = false;
  let cancelTimer = () => {};
  let working: Promise<void> | undefined;

  async function deliver(): Promise<void> {
    wanted = false;
    const nextAt = await deliverDue();
    if (stopped) return;
    if (wanted) return deliver();
    working = undefined;
    cancelTimer = clock.at(nextAt, wake);
  }

  /** Sends what is due; resolves to the instant of the next check. */
  async function deliverDue(): Promise<number> {
    try {
      const { nextAt } = await deliverMails(contextFor(services, { kind: 'system' }), () => stopped);
      return Math.min(clock.now() + POLL_MS, nextAt?.getTime() ?? Infinity);
    } catch (error) {
      log.error({ err: error }, 'the mail outbox could not be read; retrying');
      return clock.now() + POLL_MS;
    }
  }

  function wake(): void {
    wanted = true;
    if (stopped || working !== undefined) return;
    cancelTimer();
    working = deliver();
  }

  const unsubscribe = events.on('mailQueued', wake);
  wake();
  return {
    idle: async () => working,
    async stop() {
      stopped = true;
      unsubscribe();
      cancelTimer();
      await working;
    },
  };
}
