import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { limitRepeatedWarnings, MOST_A_SECOND } from './repeatedWarnings.ts';

let now: number;
let lines: Record<string, unknown>[];
let log: pino.Logger;

beforeEach(() => {
  now = 0;
  lines = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  log = pino({ base: null, hooks: { logMethod: limitRepeatedWarnings(() => now) } }, { write });
});

const err = new Error('connect ECONNREFUSED');
const times = (count: number, work: () => void) => Array.from({ length: count }, work);

describe('a warning with an error', () => {
  it('is logged so many times a second, and the others are counted', () => {
    times(MOST_A_SECOND + 3, () => log.child({ requestId: 'r' }).warn({ err }, 'the database is away'));
    expect(lines).toHaveLength(MOST_A_SECOND);
    now = 999;
    log.warn({ err }, 'the database is away');
    expect(lines).toHaveLength(MOST_A_SECOND);
    now = 1_000;
    times(2, () => log.warn({ err }, 'the database is away'));
    expect(lines.slice(MOST_A_SECOND)).toMatchObject([
      { msg: 'the database is away', leftOut: 4, err: { message: err.message } },
      { msg: 'the database is away' },
    ]);
    expect(lines.at(-1)).not.toHaveProperty('leftOut');
  });

  it('is told apart from another by its message', () => {
    times(MOST_A_SECOND + 1, () => log.warn({ err }, 'one'));
    log.warn({ err }, 'another');
    expect(lines.at(-1)).toMatchObject({ msg: 'another' });
  });
});

it('errors, and warnings without an error, are all logged', () => {
  const count = 3 * MOST_A_SECOND;
  times(count, () => log.error({ err }, 'a call failed'));
  times(count, () => log.warn({ rounds: 1 }, 'rounds are overdue'));
  times(count, () => log.warn('a word'));
  expect(lines).toHaveLength(3 * count);
});
