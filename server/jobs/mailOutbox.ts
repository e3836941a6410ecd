import { deliverMails } from '../domain/accounts/deliverMails.ts';
import { contextFor, type Services } from '../domain/context.ts';

/** Mails that a server left behind as it died are found after this time at the latest. */
const LOOK_EVERY_MS = 30_000;

export interface MailOutbox {
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Finishes the mail under way, then sends no more. */
  stop(): Promise<void>;
}

/** Sends mails as they are queued, on whichever server, and tries again those that failed. Without a transport: nothing. */
export function startMailOutbox(services: Services): MailOutbox {
  const { clock, events, log } = services;
  if (services.mail === undefined) return { idle: () => Promise.resolve(), stop: () => Promise.resolve() };
  let stopped = false;
  let wanted = false;
  let callOff = () => {};
  let working: Promise<void> | undefined;

  async function deliver(): Promise<void> {
    wanted = false;
    const nextAt = await deliverDue();
    if (stopped) return;
    if (wanted) return deliver();
    working = undefined;
    callOff = clock.at(nextAt, wake);
  }

  /** Sends what is due; resolves to the instant at which to look again. */
  async function deliverDue(): Promise<number> {
    try {
      const { nextAt } = await deliverMails(contextFor(services, { kind: 'system' }), () => stopped);
      return Math.min(clock.now() + LOOK_EVERY_MS, nextAt?.getTime() ?? Infinity);
    } catch (error) {
      log.error({ err: error }, 'the mail outbox could not be read; it will be again');
      return clock.now() + LOOK_EVERY_MS;
    }
  }

  function wake(): void {
    wanted = true;
    if (stopped || working !== undefined) return;
    callOff();
    working = deliver();
  }

  const unsubscribe = events.on('mailQueued', wake);
  wake();
  return {
    idle: async () => working,
    async stop() {
      stopped = true;
      unsubscribe();
      callOff();
      await working;
    },
  };
}
