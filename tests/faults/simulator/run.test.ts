import { afterAll, describe, expect, it } from 'vitest';
import { Simulation } from './simulation.ts';

/** Shrinking a failing history replays it many times, on fresh databases. */
const SHRINKING_MS = 600_000;

const SHORT = { histories: 20, maxCommands: 20, killPercent: 2, maxFailures: 60 };

const simulation = new Simulation();
afterAll(() => simulation.close());

describe('two servers on one database, under faults', () => {
  it(
    'do in 20 random histories what the model permits',
    async () => {
      const seed = Date.now() % 1_000_000_007;
      expect(await simulation.run({ ...SHORT, seed })).toBeNull();
    },
    SHRINKING_MS,
  );
});
