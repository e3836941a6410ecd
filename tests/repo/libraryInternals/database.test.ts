import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectionOptions } from '../../../db/client.ts';
import { isUnavailable } from '../../../db/unavailable.ts';
import { testPostgres } from '../../support/postgres.ts';

const options = connectionOptions({ ...testPostgres(), database: 'postgres' });

describe('a client of pg', () => {
  let client: pg.Client;
  beforeEach(async () => {
    client = new pg.Client(options);
    client.on('error', () => {});
    await client.connect();
  });
  afterEach(() => client.end());

  test('handles `readyForQuery` of its inner connection before later listeners (db/deadline.ts)', async () => {
    const events: string[] = [];
    client.on('drain', () => events.push('drain'));
    client.connection.on('readyForQuery', () => events.push('ready'));
    await Promise.all([client.query('select 1'), client.query('select 2')]);
    expect(events).toEqual(['ready', 'drain', 'ready']);
  });

  test('fails pending statements with the reason for which its inner stream is destroyed (db/deadline.ts)', async () => {
    const reason = new Error('no answer');
    const ended = vi.fn();
    client.on('end', ended);
    const pending = client.query('select pg_sleep(600)');
    client.connection.stream.destroy(reason);
    await expect(pending).rejects.toBe(reason);
    const refused: unknown = await client.query('select 1').catch((error: unknown) => error);
    expect(String(refused)).toContain('Client has encountered a connection error and is not queryable');
    expect(isUnavailable(refused)).toBe(true);
    await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
  });

  test('describes a lost or closed connection by messages without a code (db/unavailable.ts)', async () => {
    const pending = client.query('select pg_sleep(600)');
    client.connection.stream.destroy();
    const lost: unknown = await pending.catch((error: unknown) => error);
    const closed = new pg.Client(options);
    await closed.connect();
    await closed.end();
    const late: unknown = await closed.query('select 1').catch((error: unknown) => error);
    expect([lost, late].map(String)).toEqual([
      'Error: Connection terminated unexpectedly',
      'Error: Client was closed and is not queryable',
    ]);
    expect([lost, late].map((error) => [(error as { code?: unknown }).code, isUnavailable(error)])).toEqual([
      [undefined, true],
      [undefined, true],
    ]);
  });
});

describe('a pool of pg', () => {
  let pool: pg.Pool;
  afterEach(() => pool.end());

  test('awaits `onConnect` before it hands out a connection (db/client.ts)', async () => {
    const order: string[] = [];
    const onConnect = async (client: pg.ClientBase) => {
      await client.query('select 1');
      order.push('prepared');
    };
    // oxlint-disable-next-line typescript/no-misused-promises -- what is tested: pg-pool awaits it
    pool = new pg.Pool({ ...options, onConnect });
    const client = await pool.connect();
    order.push('handed out');
    client.release();
    expect(order).toEqual(['prepared', 'handed out']);
  });

  test('runs statements by the `query` of its connections, even when it was replaced (db/deadline.ts)', async () => {
    pool = new pg.Pool({ ...options, max: 1 });
    const replaced = vi.fn();
    pool.on('connect', (client) => {
      const query = client.query;
      client.query = new Proxy(query, {
        apply(target, _self, parameters) {
          replaced();
          return Reflect.apply(target, client, parameters) as unknown;
        },
      });
    });
    await pool.query('select 1');
    await drizzle(pool).execute(sql`select 2`);
    await drizzle(pool).transaction((tx) => tx.execute(sql`select 3`));
    expect(replaced).toHaveBeenCalledTimes(5);
  });

  test('describes its timeouts by messages without a code (db/unavailable.ts)', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 20 });
    client.on('error', () => {});
    const expired: unknown = await client.connect().catch((error: unknown) => error);
    silent.close();
    pool = new pg.Pool({ ...options, max: 1 });
    const held = await pool.connect();
    // Only now, so that a slow machine can connect.
    pool.options.connectionTimeoutMillis = 20;
    const exceeded: unknown = await pool.connect().catch((error: unknown) => error);
    held.release();
    expect([expired, exceeded].map(String)).toEqual([
      'Error: timeout expired',
      'Error: timeout exceeded when trying to connect',
    ]);
    expect([expired, exceeded].map(isUnavailable)).toEqual([true, true]);
  });
});

describe('drizzle-orm', () => {
  let pool: pg.Pool;
  beforeEach(() => {
    pool = new pg.Pool({ ...options, max: 1 });
  });
  afterEach(() => pool.end());

  test('ends the message of a failed statement with its parameters, and has pg’s error as cause (platform/log.ts)', async () => {
    const failed = await drizzle(pool)
      .execute(sql`select ${'secret'}::int, ${'other'}::text`)
      .catch((error: unknown) => error);
    expect((failed as Error).message).toMatch(/\nparams: secret,other$/);
    expect((failed as Error).cause).toBeInstanceOf(pg.DatabaseError);
    expect((failed as Error).cause).toMatchObject({ code: '22P02' });
  });

  test('leaves releasing a connection that it was given to its caller (db/client.ts)', async () => {
    const connection = await pool.connect();
    const release = vi.spyOn(connection, 'release');
    await drizzle(connection).transaction((tx) => tx.execute(sql`select 1`));
    await expect(drizzle(connection).transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(release).not.toHaveBeenCalled();
    release.mockRestore();
    connection.release();
  });

  test('returns raw rows with their columns’ types, and timestamps and arrays of int8 unparsed (db/client.ts)', async () => {
    const { rows, fields } = await drizzle(pool).execute(sql`
      select '2020-01-01T00:00:00Z'::timestamptz as at, array[1, null]::int8[] as ids`);
    const { INT8, TIMESTAMPTZ } = pg.types.builtins;
    expect(fields.map(({ dataTypeID }) => dataTypeID)).toEqual([TIMESTAMPTZ, 1016]);
    expect(INT8).toBe(20);
    expect(rows).toEqual([{ at: expect.stringMatching(/^20(19|20)-/), ids: ['1', null] }]);
  });

  test('turns a template into text and values outside of a query (db/client.ts)', () => {
    expect(new PgDialect().sqlToQuery(sql`select ${1}, ${'two'}`)).toMatchObject({
      sql: 'select $1, $2',
      params: [1, 'two'],
    });
  });
});
