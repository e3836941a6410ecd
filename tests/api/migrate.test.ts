import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { committedMigrations, DatabaseUnreachableError, migrate, SchemaTooNewError } from '../../db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runStatement } from '../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function appliedMigrations(): Promise<number> {
  const { rowCount } = await database.pool.query('select from drizzle.__drizzle_migrations');
  return rowCount ?? 0;
}

test('a database that is up to date stays as it is', async () => {
  await migrate(database.address);
  expect(await appliedMigrations()).toBe(committedMigrations().length);
});

test('servers that start at the same moment on an empty database bring it up together', async () => {
  const empty = { ...database.address, database: `${database.address.database}_empty` };
  await runStatement(database.address, `create database ${empty.database}`);
  await Promise.all([migrate(empty), migrate(empty), migrate(empty)]);
  const { pool, close } = openDatabase(empty);
  expect((await pool.query('select from drizzle.__drizzle_migrations')).rowCount).toBe(committedMigrations().length);
  await close();
  await runStatement(database.address, `drop database ${empty.database} with (force)`);
});

test('a server older than the schema refuses to start', async () => {
  const older = committedMigrations().slice(0, -1);
  await expect(migrate(database.address, older)).rejects.toThrow(SchemaTooNewError);
  await expect(migrate(database.address, older)).rejects.toThrow(/newer than this server/);
});

test('a migration that fails leaves the database as it was', async () => {
  const before = await appliedMigrations();
  const failing = { tag: '9998_half', when: 9e15, hash: '', statements: ['create table half (id int)', 'select 1/0'] };
  await expect(migrate(database.address, [...committedMigrations(), failing])).rejects.toThrow('9998_half');
  expect(await appliedMigrations()).toBe(before);
  expect((await database.pool.query(`select from pg_class where relname = 'half'`)).rowCount).toBe(0);
});

test('a database that never answers is not waited for', async () => {
  const callers: Socket[] = [];
  const mute = createServer((caller) => callers.push(caller)).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const address = { connectionString: `postgres://asha@127.0.0.1:${port}/rangoli` };
  await expect(migrate(address, [], 100)).rejects.toThrow(DatabaseUnreachableError);
  for (const caller of callers) caller.destroy();
  mute.close();
});
