import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorAsLogged } from './log.ts';
import { limitRepeatedErrors, REPEAT_MS } from './repeatedErrors.ts';

let timers: (() => void)[];
let lines: Record<string, unknown>[];
let log: pino.Logger;

beforeEach(() => {
  timers = [];
  lines = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const after = (ms: number, run: () => void) => {
    expect(ms).toBe(REPEAT_MS);
    timers.push(run);
  };
  const hooks = { logMethod: limitRepeatedErrors({ after }) };
  log = pino({ base: null, hooks, serializers: { err: errorAsLogged } }, { write });
});

const aMinuteLater = () => timers.splice(0).forEach((run) => run());
const times = (count: number, work: () => void) => Array.from({ length: count }, work);
const refused = (port = 5432) => new Error(`connect ECONNREFUSED 127.0.0.1:${port}`);

describe.each(['error', 'warn'] as const)('%s with an error', (level) => {
  it('is logged in full once, then once a minute without its stack and with its count', () => {
    const err = refused();
    times(400, () => log[level]({ err, gameType: 'sapreOne' }, 'the database is away'));
    expect(lines).toMatchObject([{ msg: 'the database is away', err: { message: err.message, stack: err.stack } }]);
    aMinuteLater();
    expect(lines.slice(1)).toMatchObject([
      { msg: 'the database is away', gameType: 'sapreOne', repeats: 399, err: { type: 'Error', message: err.message } },
    ]);
    expect(lines[1]).not.toHaveProperty('err.stack');
    times(2, () => log[level]({ err }, 'the database is away'));
    expect(lines).toHaveLength(2);
    aMinuteLater();
    expect(lines.slice(2)).toMatchObject([{ repeats: 2 }]);
  });

  it('is logged in full again after a minute without it', () => {
    const err = refused();
    times(2, () => log[level]({ err }, 'away'));
    aMinuteLater();
    aMinuteLater();
    expect(lines).toHaveLength(2);
    log[level]({ err }, 'away');
    expect(lines[2]).toMatchObject({ err: { stack: err.stack } });
    expect(lines[2]).not.toHaveProperty('repeats');
  });

  it('is the same whatever values its message has, and another one by message, cause, code or place', () => {
    const err = refused(1);
    const at = (stack: string, error = new Error('x')) => Object.assign(error, { stack });
    log[level]({ err }, 'one');
    log[level]({ err: Object.assign(refused(2), { stack: err.stack }) }, 'one');
    expect(lines).toHaveLength(1);
    log[level]({ err }, 'another');
    log[level]({ err: Object.assign(refused(1), { stack: err.stack, code: '57P01' }) }, 'one');
    log[level]({ err: Object.assign(refused(1), { stack: err.stack, cause: new Error('why') }) }, 'one');
    log[level]({ err: at('Error: x\n    at a (a.ts:1:1)') }, 'one');
    log[level]({ err: at('Error: x\n    at b (b.ts:1:1)') }, 'one');
    expect(lines).toHaveLength(6);
  });

  it('names the first requests that failed by it', () => {
    const err = refused();
    log.child({ requestId: 'first' })[level]({ err }, 'a call failed');
    for (let number = 1; number <= 30; number += 1)
      log.child({ requestId: `r${number}` })[level]({ err }, 'a call failed');
    aMinuteLater();
    expect(lines[0]).toMatchObject({ requestId: 'first' });
    expect(lines[1]).toMatchObject({ repeats: 30, requestIds: times(20, () => {}).map((_, index) => `r${index + 1}`) });
  });
});

it('fatal errors, and lines without an error, are all logged', () => {
  const err = refused();
  times(5, () => log.fatal({ err }, 'the server cannot go on'));
  times(5, () => log.warn({ rounds: 1 }, 'rounds are overdue'));
  times(5, () => log.error('a word'));
  expect(lines).toHaveLength(15);
});

it('a count is logged when its error is dropped for newer ones', () => {
  const err = refused();
  times(2, () => log.error({ err }, 'dropped'));
  for (let index = 1; index <= 1_000; index += 1) log.error({ err }, `message ${index}`);
  expect(lines.filter(({ msg }) => msg === 'dropped')).toMatchObject([{}, { repeats: 1 }]);
});
