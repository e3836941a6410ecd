import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, rawQuery } from '../../db/client.ts';
import { openListener } from '../../db/listener.ts';
import { gameSettings } from '../../db/schema/settings.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('rows have the domain’s types', () => {
  test('whole numbers of 64 bits as bigint and instants as Date, in raw rows too', async () => {
    const instant = '2026-11-20T06:30:15.123Z';
    const [row] = await rawQuery(
      database.db,
      sql`select 9007199254740993::bigint as big, array[1, null]::bigint[] as bigs, ${instant}::timestamptz as at, null::bigint as none`,
    );
    expect(row).toEqual({ big: 9007199254740993n, bigs: [1n, null], at: new Date(instant), none: null });
  });

  test('the pool itself gives bigint', async () => {
    const { rows } = await database.pool.query('select $1::bigint as big', [2n ** 60n]);
    expect(rows).toEqual([{ big: 2n ** 60n }]);
  });
});

test('a transaction that fails changes nothing', async () => {
  const failing = inTransaction(database.db, async (tx) => {
    await tx.update(gameSettings).set({ profitabilityIndex: 7 });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await database.db.select().from(gameSettings)).toMatchObject([{ profitabilityIndex: 0 }]);
});

test('a listener reconnects after its connection broke, and reports that it may have missed messages', async () => {
  const received: string[] = [];
  const waiters: (() => void)[] = [];
  const next = () => new Promise<void>((resolve) => waiters.push(resolve));
  const record = (line: string) => {
    received.push(line);
    waiters.shift()?.();
  };
  const listener = await openListener(database.address, 'round', {
    onMessage: record,
    onLost: () => received.push('lost'),
    onReconnect: () => record('reconnected'),
  });

  let something = next();
  await database.pool.query(`notify round, 'one'`);
  await something;

  something = next();
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'select pg_backend_pid%' and pid <> pg_backend_pid()`,
  );
  await something;

  something = next();
  await database.pool.query(`notify round, 'two'`);
  await something;
  expect(received).toEqual(['one', 'lost', 'reconnected', 'two']);
  await listener.close();
});
