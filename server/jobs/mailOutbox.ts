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
    let nextAt = clock.now() + LOOK_EVERY_MS;
    do {
      wanted = false;
      try {
        const done = await deliverMails(contextFor(services, { kind: 'system' }), () => stopped);
        nextAt = Math.min(clock.now() + LOOK_EVERY_MS, done.nextAt?.getTime() ?? Infinity);
      } catch (error) {
        log.error({ err: error }, 'the mail outbox could not be read; it will be again');
        nextAt = clock.now() + LOOK_EVERY_MS;
      }
    } while (wanted && !stopped);
    working = undefined;
    if (!stopped) callOff = clock.at(nextAt, wake);
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
