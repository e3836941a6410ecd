import { purgeLimits } from '../domain/accounts/guesses/purgeLimits.ts';
import { purgeLinks } from '../domain/accounts/links/purgeLinks.ts';
import { purgeMails } from '../domain/accounts/mails/purgeMails.ts';
import { purgeSessions } from '../domain/accounts/sessions/purgeSessions.ts';
import { type Context, contextFor, type Services } from '../domain/ground/verbs/context.ts';
import { purgeFiles } from '../domain/downloads/keptFiles.ts';
import { purgeNotifications } from '../domain/notifications/purgeNotifications.ts';
import { purgeCheckpoints } from '../domain/publicLog/purgeCheckpoints.ts';
import { makeMonths } from '../domain/ground/database/makeMonths.ts';
import { carryOnPolicies } from '../domain/proposals/policy.ts';
import { foldActivity } from '../domain/stats/foldActivity.ts';
import { matchRecentRequests } from '../domain/statements/matchLines.ts';
import { purgeKeys } from '../domain/wallet/purgeKeys.ts';
import { Job } from './job.ts';

const EVERY_MS = 10 * 60_000;

const tasks: Record<string, (ctx: Context) => Promise<unknown>> = {
  'making the partitions of the next months': makeMonths,
  'deleting old idempotency keys': purgeKeys,
  'deleting the files of download links': purgeFiles,
  'deleting old links': purgeLinks,
  // After links, because a download link references its session.
  'deleting old sessions': purgeSessions,
  'deleting old mails': purgeMails,
  'deleting full buckets and unused devices': purgeLimits,
  'deleting old notifications': purgeNotifications,
  'deleting old checkpoints of the public log': purgeCheckpoints,
  'telling of rules that are to be loosened, and loosening them': carryOnPolicies,
  'folding activity into hours and days': foldActivity,
  'matching statement lines with requests that came later': matchRecentRequests,
};

/** Periodic maintenance, at start and every ten minutes. A failed task is logged and retried in the next run. */
export function startHousekeeping(services: Services): Job {
  const { clock, log } = services;
  const nextAt = () => clock.now() + EVERY_MS;
  const job = new Job(services, {
    async run(stopped) {
      for (const [name, task] of Object.entries(tasks)) {
        if (stopped()) break;
        await task(contextFor(services, { kind: 'system' })).catch((error: unknown) =>
          log.error({ err: error }, `${name} failed; retrying in the next run`),
        );
      }
      return nextAt();
    },
    failure: 'housekeeping failed; retrying in the next run',
    retryAt: nextAt,
  });
  job.wake();
  return job;
}
