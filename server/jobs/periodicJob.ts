import { type Context, contextFor, type Services } from '../domain/ground/verbs/context.ts';
import { Job } from './job.ts';

export interface PeriodicTask {
  /** One run, as the server itself. A run that waits ends early once the job is stopped. */
  run(ctx: Context, isStopped: () => boolean): Promise<unknown>;
  /** The instant of the next run, in milliseconds since the epoch. */
  nextAt(): number;
  /** The instant of the next run after one that rejected. Default: `nextAt`. */
  retryAt?(): number;
  /** What is logged when a run rejects. */
  failure: string;
  /** Whether the first run is at the start, instead of at `nextAt`. */
  atStart: boolean;
}

/** Starts a job of one task. */
export function startPeriodicJob(
  services: Services,
  { run, nextAt, retryAt = nextAt, failure, atStart }: PeriodicTask,
): Job {
  const job = new Job(services, {
    async run(isStopped) {
      await run(contextFor(services, { kind: 'system' }), isStopped);
      return nextAt();
    },
    failure,
    retryAt,
  });
  if (atStart) job.wake();
  else job.wakeAt(nextAt());
  return job;
}
