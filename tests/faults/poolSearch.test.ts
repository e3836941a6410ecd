import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FIRST_CONNECTIONS } from '../../db/boundedPool.ts';
import { type Database, openConnection, openDatabase, withSharedSearch } from '../../db/client.ts';
import { limitsFor } from '../../db/limits.ts';
import { SEARCH_PAUSE_MS } from '../../db/primary.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { FaultyWire } from '../support/faultyWire.ts';
import { databaseUrl } from '../support/databaseUrl.ts';

let own: TestDatabase;
let wire: FaultyWire;
let database: Database;
const attempts = vi.spyOn(pg.Client.prototype, 'connect');

beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(async () => {
  attempts.mockRestore();
  await own.close();
});

beforeEach(async () => {
  wire = await FaultyWire.open(own.address);
});
afterEach(async () => {
  attempts.mockReset();
  vi.useRealTimers();
  await database.close();
  await wire.close().catch(() => {});
});

const select = (): Promise<unknown> => database.pool.query('select 1 as one').then(({ rows }) => rows[0]);
/** Whether each of `count` statements at once is refused because the database is away. */
async function allAway(count: number): Promise<boolean> {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, select));
  return outcomes.every((outcome) => outcome.status === 'rejected' && isUnavailable(outcome.reason));
}
function attemptsSince(): () => number {
  const before = attempts.mock.calls.length;
  return () => attempts.mock.calls.length - before;
}

describe.each([
  { address: 'one host', primaryOnly: false },
  { address: 'hosts of which it needs the primary', primaryOnly: true },
])('a pool on $address', ({ primaryOnly }) => {
  it('makes few attempts for all its callers while the database is away, and goes on when it is back', async () => {
    const url = `${databaseUrl(wire.address)}${primaryOnly ? '?target_session_attrs=primary' : ''}`;
    database = openDatabase({ connectionString: url }, { max: 10 });
    await select();
    await wire.close();
    await vi.waitFor(() => expect(database.pool.totalCount).toBe(0));
    expect(await allAway(1)).toBe(true);
    // The first search comes without a pause.
    expect(await allAway(1)).toBe(true);

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const made = attemptsSince();
    const waiting = allAway(50);
    await vi.advanceTimersByTimeAsync(SEARCH_PAUSE_MS - 1);
    expect(made()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toBe(true);
    expect(made()).toBe(1);

    await wire.listen();
    const answered = Promise.all(Array.from({ length: 50 }, select));
    await vi.advanceTimersByTimeAsync(SEARCH_PAUSE_MS);
    expect(await answered).toEqual(Array.from({ length: 50 }, () => ({ one: 1 })));
    expect(made()).toBe(2 + FIRST_CONNECTIONS);
  });
});

it('the pools and connections of a server share one search', async () => {
  const limits = limitsFor('api');
  const url = `${databaseUrl(wire.address)}?target_session_attrs=primary`;
  const address = withSharedSearch({ connectionString: url }, limits);
  database = openDatabase(address, { max: 10 });
  const other = openDatabase(address, { max: 1 });
  await select();
  const made = attemptsSince();
  await other.pool.query('select 1');
  expect(made()).toBe(1);
  await wire.close();
  await vi.waitFor(() => expect(database.pool.totalCount + other.pool.totalCount).toBe(0));
  expect(await allAway(1)).toBe(true);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const since = attemptsSince();
  const waiting = [select(), other.pool.query('select 1'), openConnection(address, limits)].map((one) =>
    one.then(() => false, isUnavailable),
  );
  await vi.advanceTimersByTimeAsync(SEARCH_PAUSE_MS);
  expect(await Promise.all(waiting)).toEqual([true, true, true]);
  expect(since()).toBe(1);
  await other.close();
});

it('a pool on one host without a connection searches, whoever is still trying to open one', async () => {
  database = openDatabase(wire.address, { max: 10 });
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  const underWay: ((error: Error) => void)[] = [];
  attempts.mockImplementation(((callback?: (error: Error) => void) =>
    callback ? void underWay.push(callback) : Promise.reject(refused)) as never);
  const [first, second] = [allAway(1), allAway(1)];
  await vi.waitFor(() => expect(underWay).toHaveLength(2));
  underWay.shift()?.(refused);
  expect(await first).toBe(true);
  expect(await allAway(1)).toBe(true);
  expect(database.pool.totalCount).toBe(1);
  underWay.shift()?.(refused);
  expect(await second).toBe(true);
});

it('a pool on one host that has a connection waits for no search when a further one is refused', async () => {
  database = openDatabase(wire.address, { max: 10 });
  const held = await database.pool.connect();
  attempts.mockImplementationOnce(((callback: (error: Error) => void) => {
    callback(Object.assign(new Error('sorry, too many clients already'), { code: '53300' }));
  }) as never);
  await expect(select()).rejects.toThrow('too many clients');
  const made = attemptsSince();
  expect(await select()).toEqual({ one: 1 });
  expect(made()).toBe(1);
  held.release();
});
