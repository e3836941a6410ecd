import { type Machine, MachineClock, thisMachine } from './machineClock.ts';
import type { Logger } from './log.ts';

const CHECK_MS = 250;
const REMEASURE_MS = 60_000;
/**
 * Wall clock and monotonic clock drift apart by a few milliseconds per minute; a larger difference means that one was
 * set.
 */
const STEP_MS = 50;

/** How far another clock is ahead of the machine's monotonic clock, in milliseconds. */
export interface ClockReading {
  readonly offsetMs: number;
  /** Round trip of the measurement, in milliseconds: the error of the offset is at most half of it. */
  readonly roundTripMs: number;
}

/** A clock that follows another one until it is stopped. */
export interface FollowedClock {
  readonly clock: MachineClock;
  stop(): Promise<void>;
}

/**
 * A clock that follows the one that `measure` reads. Between measurements it runs with the machine's monotonic clock.
 * It measures every minute, and when the machine's wall clock has stepped: the machine may have been suspended, during
 * which its monotonic clock stood still. Rejects when the first measurement fails; when a later one fails, the last
 * offset stays in use and the measurement is retried.
 */
export async function followClock(
  measure: () => Promise<ClockReading>,
  log: Logger,
  machine: Machine = thisMachine,
): Promise<FollowedClock> {
  const sinceMonotonic = () => machine.wall() - machine.monotonic();
  let wallOffsetMs = sinceMonotonic();
  let measuredAt = machine.monotonic();
  const clock = new MachineClock(machine);
  clock.follow((await measure()).offsetMs);

  let measuring: Promise<void> | undefined;
  const remeasure = async () => {
    // Read before measuring, so that a step during the measurement is detected by the next check.
    const [wallOffset, now] = [sinceMonotonic(), machine.monotonic()];
    try {
      const reading = await measure();
      [wallOffsetMs, measuredAt] = [wallOffset, now];
      const offsetMs = closestConsistentOffset(reading, clock.offsetMs);
      if (offsetMs !== clock.offsetMs) clock.follow(offsetMs);
    } catch (error) {
      log.warn({ err: error }, "the database's clock could not be read; the last offset holds");
    }
  };
  let cancelTimer = () => {};
  const check = () => {
    const stepped = Math.abs(sinceMonotonic() - wallOffsetMs) > STEP_MS;
    if (stepped || machine.monotonic() - measuredAt >= REMEASURE_MS) {
      measuring ??= remeasure().finally(() => (measuring = undefined));
    }
    cancelTimer = machine.after(CHECK_MS, check);
  };
  cancelTimer = machine.after(CHECK_MS, check);
  return {
    clock,
    async stop() {
      cancelTimer();
      await measuring;
    },
  };
}

/**
 * The offset closest to the current one that is consistent with a measurement, whose error is up to half its round
 * trip. So a delayed answer doesn't move the clock.
 */
function closestConsistentOffset({ offsetMs, roundTripMs }: ClockReading, currentMs: number): number {
  const errorMs = roundTripMs / 2;
  return Math.min(Math.max(currentMs, offsetMs - errorMs), offsetMs + errorMs);
}
