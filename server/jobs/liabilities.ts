import type { Services } from '../domain/ground/verbs/context.ts';
import { nextDay } from '../domain/ground/values/calendar.ts';
import { makeLiabilities } from '../domain/wallet/liabilities.ts';
import type { Job } from './job.ts';
import { startPeriodicJob } from './periodicJob.ts';

const RETRY_MS = 60_000;

/** Adds up all players' balances at midnight in India, and at the start where that was missed. */
export function startLiabilities(services: Services): Job {
  const { clock } = services;
  return startPeriodicJob(services, {
    run: makeLiabilities,
    nextAt: () => nextDay(new Date(clock.now())).getTime(),
    retryAt: () => clock.now() + RETRY_MS,
    failure: 'the total of the balances could not be published; retrying in a minute',
    atStart: true,
  });
}
