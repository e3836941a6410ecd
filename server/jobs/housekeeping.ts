import { purgeLimits } from '../domain/accounts/purgeLimits.ts';
import { purgeLinks } from '../domain/accounts/purgeLinks.ts';
import { purgeMails } from '../domain/accounts/purgeMails.ts';
import { purgeSessions } from '../domain/accounts/purgeSessions.ts';
import { type Context, contextFor, type Services } from '../domain/context.ts';
import { purgeNotifications } from '../domain/notifications/purgeNotifications.ts';
import { foldActivity } from '../domain/stats/foldActivity.ts';
import { purgeKeys } from '../domain/wallet/purgeKeys.ts';

const EVERY_MS = 10 * 60_000;

const chores: Record<string, (ctx: Context) => Promise<unknown>> = {
  'deleting old idempotency keys': purgeKeys,
  'deleting old links': purgeLinks,
  // After links: a download link refers to its session.
  'deleting old sessions': purgeSessions,
  'deleting old mails': purgeMails,
  'deleting full buckets and unused devices': purgeLimits,
  'deleting old notifications': purgeNotifications,
  'folding activity into hours and days': foldActivity,
};

export interface Housekeeping {
  /** Stops after the chore under way. */
  stop(): Promise<void>;
}

/** What has to be done now and then, at start and every ten minutes. A chore that fails is logged and comes again. */
export function startHousekeeping(services: Services): Housekeeping {
  const { clock, log } = services;
  let stopped = false;
  let callOff = () => {};
  let round = Promise.resolve();

  async function doChores(): Promise<void> {
    for (const [name, chore] of Object.entries(chores)) {
      if (stopped) return;
      await chore(contextFor(services, { kind: 'system' })).catch((error: unknown) =>
        log.error({ err: error }, `${name} failed; it comes again`),
      );
    }
    if (!stopped) callOff = clock.at(clock.now() + EVERY_MS, start);
  }

  function start(): void {
    round = doChores();
  }

  start();
  return {
    stop() {
      stopped = true;
      callOff();
      return round;
    },
  };
}
