import { type Machine, MachineClock, thisMachine } from './machineClock.ts';
import type { Logger } from './log.ts';

const CHECK_MS = 250;
const REMEASURE_MS = 60_000;
/** The time of day and the monotonic clock drift apart by a few milliseconds a minute; by more, one was set. */
const STEP_MS = 50;

/** How far another clock is ahead of a machine's monotonic one. */
export interface ClockReading {
  readonly offsetMs: number;
  /** How long asking and answering took: the offset is certain to half of it. */
  readonly roundTripMs: number;
}

/** A clock that follows another one until it is stopped. */
export interface FollowedClock {
  readonly clock: MachineClock;
  stop(): Promise<void>;
}

/**
 * A clock that follows the one that `measure` reads. Between readings it runs with the machine's monotonic clock. It
 * measures every minute, and when the machine's time of day has stepped: the machine may have been suspended, during which
 * its monotonic clock stood still. Rejects when the first reading fails; when a later one does, the last offset holds and
 * it is tried again.
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
    // Read before: what steps meanwhile is found by the next check.
    const [wallOffset, now] = [sinceMonotonic(), machine.monotonic()];
    try {
      const reading = await measure();
      [wallOffsetMs, measuredAt] = [wallOffset, now];
      const offsetMs = provenBy(reading, clock.offsetMs);
      if (offsetMs !== clock.offsetMs) clock.follow(offsetMs);
    } catch (error) {
      log.warn({ err: error }, "the database's clock could not be read; the last offset holds");
    }
  };
  let callOff = () => {};
  const check = () => {
    const stepped = Math.abs(sinceMonotonic() - wallOffsetMs) > STEP_MS;
    if (stepped || machine.monotonic() - measuredAt >= REMEASURE_MS) {
      measuring ??= remeasure().finally(() => (measuring = undefined));
    }
    callOff = machine.after(CHECK_MS, check);
  };
  callOff = machine.after(CHECK_MS, check);
  return {
    clock,
    async stop() {
      callOff();
      await measuring;
    },
  };
}

/**
 * The offset nearest to the present one that a reading allows. It is certain only to half of its round trip, so that an
 * answer that was held up doesn't move the clock.
 */
function provenBy({ offsetMs, roundTripMs }: ClockReading, presentMs: number): number {
  const uncertain = roundTripMs / 2;
  return Math.min(Math.max(presentMs, offsetMs - uncertain), offsetMs + uncertain);
}
