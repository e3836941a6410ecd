import type { RunningServer } from './compose.ts';

/** Deadlines of a stop, in milliseconds from its begin. */
export interface StopTimes {
  /** Then the embedded database is ended, which breaks the connections that the stop may wait for. */
  readonly quitDatabaseMs: number;
  /** Then the stop has failed. */
  readonly exitMs: number;
}

/**
 * Calls and rounds under way end well before. Supervisors often wait 30 s before SIGKILL. Between the two lie the 6 s after
 * which a database that ignores SIGQUIT gets SIGKILL.
 */
export const stopTimes: StopTimes = { quitDatabaseMs: 17_000, exitMs: 25_000 };

/**
 * Stops the server and its database, the latter by force where one of them takes long. Rejects when something failed, or when
 * the stop is not over after `exitMs`.
 */
export async function stopWithin(
  { stop, quitDatabase }: Pick<RunningServer, 'stop' | 'quitDatabase'>,
  { quitDatabaseMs, exitMs }: StopTimes = stopTimes,
): Promise<void> {
  const timers: NodeJS.Timeout[] = [];
  const late = new Promise<never>((_resolve, reject) => {
    timers.push(
      setTimeout(() => void quitDatabase(), quitDatabaseMs),
      setTimeout(() => reject(new Error(`the server did not stop within ${exitMs} ms`)), exitMs),
    );
  });
  try {
    await Promise.race([stop(), late]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}
