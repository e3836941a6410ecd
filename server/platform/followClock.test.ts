import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { FakeMachine } from '../../tests/support/fakeMachine.ts';
import { type ClockReading, followClock } from './followClock.ts';
import { MachineClock } from './machineClock.ts';

const START = Date.parse('2026-11-20T03:30:00Z');
const MINUTE = 60_000;
const STEPS = [5 * MINUTE, -5 * MINUTE, 60 * MINUTE, -60 * MINUTE];
const silent = pino({ level: 'silent' });

/** A machine, and another clock that is ahead of its wall clock by `aheadMs`. */
async function following({ aheadMs = 0 } = {}) {
  const machine = new FakeMachine(START);
  const other = { aheadOfMonotonicMs: START + aheadMs - machine.monotonic(), roundTripMs: 2, errorMs: 0, readings: 0 };
  let failure: Error | undefined;
  const measure = (): Promise<ClockReading> => {
    other.readings += 1;
    if (failure) return Promise.reject(failure);
    return Promise.resolve({ offsetMs: other.aheadOfMonotonicMs + other.errorMs, roundTripMs: other.roundTripMs });
  };
  const { clock, stop } = await followClock(measure, silent, machine);
  return {
    machine,
    clock,
    other,
    stop,
    otherNow: () => machine.monotonic() + other.aheadOfMonotonicMs,
    fail: (error: Error | undefined) => (failure = error),
    /** Advances time and answers pending measurements. */
    async pass(ms: number) {
      machine.pass(ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('a clock that follows another', () => {
  it.each([1_234, -98_765])('shows its time when it is %d ms ahead, also after measuring anew', async (aheadMs) => {
    const { clock, otherNow, other, pass } = await following({ aheadMs });
    expect(clock.now()).toBe(otherNow());
    await pass(MINUTE);
    expect(other.readings).toBe(2);
    expect(clock.now()).toBe(otherNow());
  });

  it('takes over what the other has gained or lost within a minute', async () => {
    const { clock, other, otherNow, pass } = await following();
    for (const ms of [700, -1_900]) {
      other.aheadOfMonotonicMs += ms;
      await pass(MINUTE);
      expect(Math.abs(clock.now() - otherNow())).toBeLessThanOrEqual(1);
    }
  });

  it.each(STEPS)('goes on as before when the machine’s time of day steps by %d ms, and measures anew', async (step) => {
    const { machine, clock, other, otherNow, pass } = await following();
    machine.step(step);
    expect(clock.now()).toBe(otherNow());
    await pass(250);
    expect(other.readings).toBe(2);
    expect(clock.now()).toBe(otherNow());
    await pass(1_000);
    expect(other.readings).toBe(2);
  });

  it('measures anew only for drifts of more than 50 ms', async () => {
    const { machine, other, pass } = await following();
    machine.step(50);
    await pass(250);
    expect(other.readings).toBe(1);
    machine.step(1);
    await pass(250);
    expect(other.readings).toBe(2);
  });

  it('follows the other to where it was while the machine was suspended', async () => {
    const { machine, clock, other, otherNow, pass } = await following();
    machine.step(MINUTE);
    other.aheadOfMonotonicMs += MINUTE;
    await pass(250);
    expect(Math.abs(clock.now() - otherNow())).toBeLessThanOrEqual(1);
  });

  it('is moved by a delayed answer no further than it proves', async () => {
    const { clock, other, otherNow, pass } = await following();
    // An answer that is delayed by 4 s on its way back looks like an offset of -2 s.
    Object.assign(other, { roundTripMs: 4_000, errorMs: -2_000 });
    await pass(MINUTE);
    expect(other.readings).toBe(2);
    expect(clock.now()).toBe(otherNow());
    other.aheadOfMonotonicMs += 10_000;
    await pass(MINUTE);
    expect(clock.now()).toBe(otherNow() - 4_000);
  });

  it('keeps its offset while the other can’t be read, and retries', async () => {
    const { machine, clock, other, otherNow, pass, fail } = await following();
    fail(new Error('away'));
    machine.step(MINUTE);
    other.aheadOfMonotonicMs += MINUTE;
    await pass(250);
    await pass(250);
    expect(other.readings).toBe(3);
    expect(clock.now()).toBe(otherNow() - MINUTE);
    fail(undefined);
    await pass(250);
    expect(Math.abs(clock.now() - otherNow())).toBeLessThanOrEqual(1);
  });

  it('fails to begin without a reading', async () => {
    const machine = new FakeMachine(START);
    await expect(followClock(() => Promise.reject(new Error('away')), silent, machine)).rejects.toThrow('away');
  });

  it('stops measuring once it is stopped', async () => {
    const { other, pass, stop } = await following();
    await stop();
    await pass(2 * MINUTE);
    expect(other.readings).toBe(1);
  });
});

describe('what waits for an instant of the machine’s clock', () => {
  const waiting = (instants: readonly number[]) => {
    const machine = new FakeMachine(START);
    const clock = new MachineClock(machine);
    const called: { instant: number; at: number; afterMs: number }[] = [];
    const began = machine.monotonic();
    for (const instant of instants) {
      clock.at(START + instant, () =>
        called.push({ instant, at: clock.now() - START, afterMs: machine.monotonic() - began }),
      );
    }
    return { machine, clock, called };
  };

  it('is called when it has come, in order, and not when it is called off', () => {
    const { machine, clock, called } = waiting([3_000, 1_000, 0]);
    clock.at(START + 2_000, () => called.push({ instant: NaN, at: 0, afterMs: 0 }))();
    machine.pass(1_000);
    expect(called.map(({ instant }) => instant)).toEqual([0, 1_000]);
    machine.pass(2_000);
    expect(called.map(({ instant }) => instant)).toEqual([0, 1_000, 3_000]);
  });

  it('is called earlier or later when the clock is set ahead or back meanwhile', () => {
    const { machine, clock, called } = waiting([10_000, 20_000]);
    clock.follow(clock.offsetMs + 5_000);
    machine.pass(5_000);
    clock.follow(clock.offsetMs - 3_000);
    machine.pass(13_000);
    expect(called).toEqual([
      { instant: 10_000, at: 10_000, afterMs: 5_000 },
      { instant: 20_000, at: 20_000, afterMs: 18_000 },
    ]);
  });

  it('is called where the clock jumps over it, and in time beyond', () => {
    const { machine, clock, called } = waiting([4_000, 5_000, 7_000, 20_000]);
    clock.follow(clock.offsetMs, { at: START + 5_000, by: 10_000 });
    machine.pass(60_000);
    expect(called).toEqual([
      { instant: 4_000, at: 4_000, afterMs: 4_000 },
      { instant: 5_000, at: 15_000, afterMs: 5_000 },
      { instant: 7_000, at: 15_000, afterMs: 5_000 },
      { instant: 20_000, at: 20_000, afterMs: 10_000 },
    ]);
  });

  it('is called at the beginning of a standstill, or as long after it', () => {
    const { machine, clock, called } = waiting([4_000, 5_000, 5_001, 20_000]);
    clock.follow(clock.offsetMs, { at: START + 5_000, by: -2_000 });
    machine.pass(6_999);
    expect(clock.now()).toBe(START + 5_000);
    machine.pass(60_000);
    expect(called).toEqual([
      { instant: 4_000, at: 4_000, afterMs: 4_000 },
      { instant: 5_000, at: 5_000, afterMs: 5_000 },
      { instant: 5_001, at: 5_001, afterMs: 7_001 },
      { instant: 20_000, at: 20_000, afterMs: 22_000 },
    ]);
  });
});
