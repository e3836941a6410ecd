import { contextFor, type Services } from '../domain/ground/verbs/context.ts';
import { mergeLog } from '../domain/publicLog/mergeLog.ts';
import { Job } from './job.ts';

/** Entries are in the tree at the latest this long after their deed, twice within the second that is promised. */
const PERIOD_MS = 500;
const RETRY_MS = 2_000;

/**
 * Merges pending entries into the public log twice a second, and at once after a step of a round. `onCheckpoint` is called
 * after each checkpoint.
 */
export function startLogMerger(services: Services, onCheckpoint: () => void = () => {}): Job {
  const job = new Job(services, {
    async run(stopped) {
      while (!stopped() && (await mergeLog(contextFor(services, { kind: 'system' }))) !== null) onCheckpoint();
      return services.clock.now() + PERIOD_MS;
    },
    failure: 'entries could not be merged into the public log; retrying',
    retryAt: () => services.clock.now() + RETRY_MS,
  });
  services.events.on('contestChanged', () => job.wake());
  job.wake();
  return job;
}
