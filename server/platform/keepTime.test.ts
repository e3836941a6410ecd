import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { FakeMachine } from '../../tests/support/fakeMachine.ts';
import { keepTime, type SharedClock } from './keepTime.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const PERIOD = 3 * MINUTE;
/** Rounds of all games end together here, and begin. */
const START = Date.parse('2026-11-20T03:30:00Z');
/** A step is detected and passed to the database within this time. */
const DETECTION_MS = 250;
const PIECE_MS = 250;
/** What the database's rules tolerate. */
const TOLERANCE_MS = 100;
const silent = pino({ level: 'silent' });

/** In-memory version of setDatabaseLead and readDatabaseLead, on a machine's time. */
class FakeDatabase implements SharedClock {
  readonly #machine: FakeMachine;
  #lead: Parameters<SharedClock['write']>[0] = { ms: 0, change: null };
  latestMs: number | null = null;
  failure: Error | undefined;
  /** Delays writes until it resolves. */
  gate: Promise<void> = Promise.resolve();
  writes = 0;

  constructor(machine: FakeMachine) {
    this.#machine = machine;
  }

  now(): number {
    const { ms, change } = this.#lead;
    const now = this.#machine.wall() + ms;
    return change === null || now < change.at ? now : Math.max(change.at, this.#machine.wall() + change.toMs);
  }

  read() {
    if (this.failure) return Promise.reject(this.failure);
    return Promise.resolve({ leadMs: this.now() - this.#machine.wall(), latestMs: this.latestMs });
  }

  write(lead: Parameters<SharedClock['write']>[0]) {
    this.writes += 1;
    if (this.failure) return Promise.reject(this.failure);
    return this.gate.then(() => void (this.#lead = lead));
  }
}

/** A server on a machine, with a database on the same, 60 s after all rounds began. */
async function keeping({ machine = new FakeMachine(START + MINUTE), database = new FakeDatabase(machine) } = {}) {
  const { clock, stop } = await keepTime({ database, periodMs: PERIOD, log: silent, machine });
  let noticedAt = -Infinity;
  return {
    machine,
    database,
    clock,
    stop,
    step(ms: number) {
      machine.step(ms);
      noticedAt = machine.monotonic() + DETECTION_MS;
    },
    /** Advances time. Checks that the clock never goes back and that the database's agrees with it. */
    async pass(ms: number) {
      const until = machine.monotonic() + ms;
      while (machine.monotonic() < until) {
        const before = clock.now();
        machine.pass(Math.min(PIECE_MS, until - machine.monotonic()));
        await new Promise((resolve) => setImmediate(resolve));
        expect(clock.now()).toBeGreaterThanOrEqual(before);
        if (machine.monotonic() < noticedAt || database.failure) continue;
        const jumpsWithin = clock.now() % PERIOD >= PERIOD - TOLERANCE_MS;
        if (!jumpsWithin) expect(Math.abs(database.now() - clock.now())).toBeLessThanOrEqual(TOLERANCE_MS);
        else expect(database.now()).toBeGreaterThanOrEqual(clock.now() - 1);
      }
    },
  };
}

type Kept = Awaited<ReturnType<typeof keeping>>;

const lead = ({ clock, machine }: Kept) => clock.now() - machine.wall();

describe('a clock kept for a server and a database on one machine', () => {
  it('shows the time of day, and follows it while it drifts', async () => {
    const kept = await keeping();
    expect(lead(kept)).toBe(0);
    for (const drift of [20, -20, 40, -40]) {
      kept.machine.step(drift);
      kept.machine.pass(DETECTION_MS);
      expect(lead(kept)).toBe(0);
    }
    await kept.pass(PERIOD);
    expect(kept.database.writes).toBe(1);
  });

  it.each([
    { step: 5 * MINUTE, leadAfter: 0 },
    { step: 60 * MINUTE, leadAfter: 0 },
    { step: 77_777, leadAfter: 0 },
    { step: -5 * MINUTE, leadAfter: 2 * PERIOD },
    { step: -60 * MINUTE, leadAfter: 20 * PERIOD },
    { step: -77_777, leadAfter: PERIOD },
  ])(
    'set by $step ms runs on evenly until all rounds end, then goes on at the new time',
    async ({ step, leadAfter }) => {
      const kept = await keeping();
      const { machine, clock, database } = kept;
      const began = machine.monotonic();
      kept.step(step);
      for (const ms of [0, 249, 1, 250, 30 * SECOND]) {
        await kept.pass(ms);
        expect(clock.now() - (START + MINUTE)).toBe(machine.monotonic() - began);
      }
      await kept.pass(2 * MINUTE - 30_500 - 1);
      expect(clock.now()).toBe(START + PERIOD - 1);
      // Earlier by what its rules tolerate, so that it refuses nothing that begins with the jump.
      expect(database.now() - machine.wall()).toBe(leadAfter);
      await kept.pass(1);
      expect(lead(kept)).toBe(leadAfter);
      expect(clock.now()).toBeGreaterThanOrEqual(START + PERIOD);
      await kept.pass(2 * PERIOD);
      expect(lead(kept)).toBe(leadAfter);
      expect(database.now()).toBe(clock.now());
    },
  );

  it('stands still for as long as it was set back, up to 2 s', async () => {
    const kept = await keeping();
    kept.step(-1_900);
    await kept.pass(2 * MINUTE - 1);
    expect(kept.database.now()).toBe(START + PERIOD - 1);
    await kept.pass(1);
    for (const ms of [0, 1_000, 900]) {
      await kept.pass(ms);
      expect(kept.clock.now()).toBe(START + PERIOD);
      expect(kept.database.now()).toBe(START + PERIOD);
    }
    await kept.pass(100);
    expect(kept.clock.now()).toBe(START + PERIOD + 100);
    expect(lead(kept)).toBe(0);
  });

  it('runs on to the next common end but one when it was set within a second of the next', async () => {
    for (const [left, at] of [
      [1_300, START + PERIOD],
      [1_200, START + 2 * PERIOD],
      [100, START + 2 * PERIOD],
    ] as const) {
      const kept = await keeping();
      await kept.pass(2 * MINUTE - left);
      kept.step(5 * MINUTE);
      await kept.pass(at - kept.clock.now() - 1);
      expect(kept.clock.now()).toBe(at - 1);
      await kept.pass(1);
      expect(kept.clock.now()).toBe(at + 5 * MINUTE);
    }
  });

  it('set twice goes on at the second time', async () => {
    const kept = await keeping();
    kept.step(5 * MINUTE);
    await kept.pass(10 * SECOND);
    kept.step(-4 * MINUTE);
    await kept.pass(110 * SECOND - 1);
    expect(kept.clock.now()).toBe(START + PERIOD - 1);
    await kept.pass(1);
    expect(kept.clock.now()).toBe(START + PERIOD + MINUTE);
    expect(lead(kept)).toBe(0);
  });

  it('set wrong and right again before all rounds end goes on as if nothing had been', async () => {
    const kept = await keeping();
    kept.step(-60 * MINUTE);
    await kept.pass(10 * SECOND);
    kept.step(60 * MINUTE);
    await kept.pass(PERIOD);
    expect(kept.clock.now()).toBe(START + MINUTE + 10 * SECOND + PERIOD);
  });

  it('ends or shortens its lead when the machine is set right', async () => {
    const kept = await keeping();
    kept.step(-5 * MINUTE);
    await kept.pass(PERIOD);
    expect(lead(kept)).toBe(2 * PERIOD);
    kept.step(4 * MINUTE);
    await kept.pass(PERIOD);
    expect(lead(kept)).toBe(PERIOD);
    const before = kept.clock.now();
    kept.step(PERIOD);
    await kept.pass(PERIOD);
    expect(lead(kept)).toBe(0);
    expect(kept.clock.now()).toBe(before + PERIOD);
  });

  it('takes the time for which the machine was suspended for a step ahead', async () => {
    const kept = await keeping();
    // The monotonic clock, and with it every timer, stood still meanwhile.
    kept.step(8 * 60 * MINUTE);
    expect(kept.clock.now()).toBe(START + MINUTE);
    await kept.pass(2 * MINUTE);
    expect(lead(kept)).toBe(0);
  });

  /** Offset, so that its checks don't coincide with the common ends. */
  const uneven = () => keeping({ machine: new FakeMachine(START + MINUTE + 100) });

  it('jumps only once the database will', async () => {
    const kept = await uneven();
    kept.database.failure = new Error('away');
    kept.step(5 * MINUTE);
    await kept.pass(2 * MINUTE - 100 + 1);
    expect(kept.clock.now()).toBe(START + PERIOD + 1);
    expect(kept.database.writes).toBeGreaterThan(400);
    kept.database.failure = undefined;
    kept.step(0);
    await kept.pass(PERIOD - 2);
    expect(kept.clock.now()).toBe(START + 2 * PERIOD - 1);
    await kept.pass(1);
    expect(lead(kept)).toBe(0);
  });

  it('gives up a jump when it is set again, whether or not the database can be reached', async () => {
    const kept = await uneven();
    kept.step(5 * MINUTE);
    await kept.pass(SECOND);
    kept.database.failure = new Error('away');
    kept.step(-4 * MINUTE);
    await kept.pass(2 * MINUTE - SECOND - 100 + 1);
    expect(kept.clock.now()).toBe(START + PERIOD + 1);
  });

  it('does not follow a jump that was given up while it was being set in the database', async () => {
    const kept = await uneven();
    let open = () => {};
    kept.database.gate = new Promise((resolve) => (open = resolve));
    const check = async () => {
      kept.machine.pass(DETECTION_MS);
      await new Promise((resolve) => setImmediate(resolve));
    };
    kept.step(5 * MINUTE);
    await check();
    expect(kept.database.writes).toBe(2);
    kept.step(-5 * MINUTE);
    await check();
    open();
    await new Promise((resolve) => setImmediate(resolve));
    kept.step(0);
    await kept.pass(3 * MINUTE);
    expect(lead(kept)).toBe(0);
  });

  it('leaves no way back to the time before a jump', async () => {
    const kept = await keeping();
    kept.step(5 * MINUTE);
    await kept.pass(PERIOD);
    const before = kept.clock.now();
    kept.step(-5 * MINUTE);
    expect(kept.database.now()).toBe(before - 5 * MINUTE);
  });

  it('takes no interruption between its readings of two clocks for a step', async () => {
    const base = new FakeMachine(START + MINUTE);
    const database = new FakeDatabase(base);
    let interruptedMs = 0;
    let readings = 0;
    const machine = {
      monotonic: () => base.monotonic() + interruptedMs,
      wall() {
        readings += 1;
        if (readings % 2 === 1) interruptedMs += 200;
        return base.wall() + interruptedMs;
      },
      after: (ms: number, run: () => void) => base.after(ms, run),
    };
    const { clock } = await keepTime({ database, periodMs: PERIOD, log: silent, machine });
    base.pass(MINUTE);
    expect(readings).toBeGreaterThan(100);
    expect(clock.now()).toBe(base.wall() + interruptedMs);
    expect(database.writes).toBe(1);
  });

  it('fails to begin without the database', async () => {
    const machine = new FakeMachine(START);
    const database = new FakeDatabase(machine);
    database.failure = new Error('away');
    await expect(keepTime({ database, periodMs: PERIOD, log: silent, machine })).rejects.toThrow('away');
  });

  it('leaves the database alone once it is stopped', async () => {
    const kept = await keeping();
    await kept.stop();
    kept.machine.step(PERIOD);
    kept.machine.pass(PERIOD);
    expect(kept.database.writes).toBe(1);
  });
});

describe('a server that starts anew', () => {
  /** Stops, with what was recorded last as old as `recordedMs`, and starts `downMs` later on a machine set by `step`. */
  async function restarted(kept: Kept, { recordedMs = 5 * SECOND, downMs = 2 * SECOND, step = 0 } = {}) {
    const { machine, database, clock, stop } = kept;
    await stop();
    database.latestMs = clock.now() - recordedMs;
    machine.pass(downMs);
    machine.step(step);
    return keeping({ machine, database });
  }

  it('keeps a lead whose time has not passed', async () => {
    const kept = await keeping();
    kept.step(-5 * MINUTE);
    await kept.pass(PERIOD);
    const last = kept.clock.now();
    const again = await restarted(kept);
    expect(again.clock.now()).toBe(last + 2 * SECOND);
    await again.pass(PERIOD);
    expect(lead(again)).toBe(2 * PERIOD);
  });

  it('ends a lead whose time has passed', async () => {
    const kept = await keeping();
    kept.step(-5 * MINUTE);
    await kept.pass(PERIOD);
    const again = await restarted(kept, { downMs: 2 * PERIOD });
    expect(lead(again)).toBe(0);
    expect(again.database.now()).toBe(again.clock.now());
    await again.pass(PERIOD);
    expect(lead(again)).toBe(0);
  });

  it.each([5 * MINUTE, -5 * MINUTE, -1_500])(
    'between a step by %d ms and the end of all rounds runs on to that',
    async (step) => {
      const kept = await keeping();
      kept.step(step);
      await kept.pass(SECOND);
      const again = await restarted(kept);
      expect(again.clock.now()).toBe(START + MINUTE + 3 * SECOND);
      await again.pass(START + PERIOD - again.clock.now() - 1);
      expect(again.clock.now()).toBe(START + PERIOD - 1);
      await again.pass(2 * SECOND);
      expect(lead(again)).toBe(step === -5 * MINUTE ? 2 * PERIOD : 0);
    },
  );

  it('jumps ahead at once where all rounds ended meanwhile', async () => {
    const kept = await keeping();
    kept.step(60 * MINUTE);
    await kept.pass(SECOND);
    const again = await restarted(kept, { downMs: PERIOD });
    expect(lead(again)).toBe(0);
  });

  it.each([-5 * MINUTE, -60 * MINUTE])(
    'never shows again what was shown before it was set back by %d ms while stopped',
    async (step) => {
      const kept = await keeping();
      await kept.pass(SECOND);
      const recorded = kept.clock.now() - 5 * SECOND;
      const again = await restarted(kept, { step });
      expect(again.clock.now()).toBe(recorded);
      await again.pass(PERIOD);
      expect(lead(again) % PERIOD).toBe(0);
      expect(lead(again)).toBeGreaterThan(0);
    },
  );
});
