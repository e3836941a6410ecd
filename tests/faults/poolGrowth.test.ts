import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FIRST_CONNECTIONS, GROWTH_MS } from '../../db/boundedPool.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { limitsFor } from '../../db/limits.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runStatement, testPostgres } from '../support/postgres.ts';

const MOST = FIRST_CONNECTIONS + 2;
let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.close());

beforeEach(() => {
  database = openDatabase(own.address, { max: MOST });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(async () => {
  vi.useRealTimers();
  await database.close();
});

const hold = (count: number) => Promise.all(Array.from({ length: count }, () => database.pool.connect()));
const select = () => database.pool.query('select 1');

describe('a pool', () => {
  it('answers many statements with the first connections, and opens no more for them', async () => {
    await Promise.all(Array.from({ length: 50 }, select));
    expect(database.pool.totalCount).toBe(FIRST_CONNECTIONS);
  });

  it('opens one more at a time while all are in use, up to the limit', async () => {
    const held = await hold(FIRST_CONNECTIONS);
    const waiting = Array.from({ length: 3 }, () => database.pool.connect());
    for (const count of [FIRST_CONNECTIONS + 1, MOST]) {
      await vi.advanceTimersByTimeAsync(GROWTH_MS);
      await vi.waitFor(() => expect(database.pool.totalCount).toBe(count));
      held.push(await (waiting.shift() as (typeof waiting)[number]));
    }
    await vi.advanceTimersByTimeAsync(10 * GROWTH_MS);
    expect(database.pool.totalCount).toBe(MOST);
    held.pop()?.release();
    held.push(await (waiting.shift() as (typeof waiting)[number]));
    for (const connection of held) connection.release();
  });

  it('keeps an unused connection for 45 s', async () => {
    await select();
    await vi.advanceTimersByTimeAsync(44_000);
    expect(database.pool.totalCount).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(database.pool.totalCount).toBe(0);
  });

  it('ends an unused connection before the server ends its session', async () => {
    const limits = limitsFor('api', 0.1);
    const scaled = openDatabase(own.address, { limits });
    await scaled.pool.query('select 1');
    await vi.advanceTimersByTimeAsync(limits.idleMs * 0.7);
    expect(scaled.pool.totalCount).toBe(1);
    await vi.advanceTimersByTimeAsync(limits.idleMs * 0.2);
    expect(scaled.pool.totalCount).toBe(0);
    await scaled.close();
  });

  it('begins with the first ones again when its connections broke', async () => {
    const held = await hold(FIRST_CONNECTIONS);
    const waiting = database.pool.connect();
    await vi.advanceTimersByTimeAsync(GROWTH_MS);
    held.push(await waiting);
    for (const connection of held) connection.release();
    await runStatement(
      testPostgres(),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${own.address.database}'`,
    );
    await vi.waitFor(() => expect(database.pool.totalCount).toBe(0));
    await Promise.all(Array.from({ length: 50 }, select));
    expect(database.pool.totalCount).toBe(FIRST_CONNECTIONS);
  });
});
