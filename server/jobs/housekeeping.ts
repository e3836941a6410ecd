import { purgeLimits } from '../domain/accounts/purgeLimits.ts';
import { purgeLinks } from '../domain/accounts/purgeLinks.ts';
import { purgeMails } from '../domain/accounts/purgeMails.ts';
import { purgeSessions } from '../domain/accounts/purgeSessions.ts';
import { type Context, contextFor, type Services } from '../domain/context.ts';
import { purgeNotifications } from '../domain/notifications/purgeNotifications.ts';
import { foldActivity } from '../domain/stats/foldActivity.ts';
import { purgeKeys } from '../domain/wallet/purgeKeys.ts';

const EVERY_MS = 10 * 60_000;

const tasks: Record<string, (ctx: Context) => Promise<unknown>> = {
  'deleting old idempotency keys': purgeKeys,
  'deleting old links': purgeLinks,
  // After links, because a download link references its session.
  'deleting old sessions': purgeSessions,
  'deleting old mails': purgeMails,
  'deleting full buckets and unused devices': purgeLimits,
  'deleting old notifications': purgeNotifications,
  'folding activity into hours and days': foldActivity,
};

export interface Housekeeping {
  /** Resolves after the task under way. */
  stop(): Promise<void>;
}

/** Periodic maintenance, at start and every ten minutes. A failed task is logged and retried in the next run. */
export function startHousekeeping(services: Services): Housekeeping {
  const { clock, log } = services;
  let stopped = false;
  let cancelTimer = () => {};
  let round = Promise.resolve();

  async function runTasks(): Promise<void> {
    for (const [name, task] of Object.entries(tasks)) {
      if (stopped) return;
      await task(contextFor(services, { kind: 'system' })).catch((error: unknown) =>
        log.error({ err: error }, `${name} failed; retrying in the next run`),
      );
    }
    if (!stopped) cancelTimer = clock.at(clock.now() + EVERY_MS, start);
  }

  function start(): void {
    round = runTasks();
  }

  start();
  return {
    stop() {
      stopped = true;
      cancelTimer();
      return round;
    },
  };
}
