import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import {
  committedRelease,
  DatabaseUnreachableError,
  EditedMigrationError,
  migrate,
  SchemaTooNewError,
} from '../../db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runStatement } from '../support/postgres.ts';

const release = committedRelease();
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
  expect(await appliedMigrations()).toBe(release.migrations.length);
});

test('servers that start at the same moment on an empty database bring it up together', async () => {
  const empty = { ...database.address, database: `${database.address.database}_empty` };
  await runStatement(database.address, `create database ${empty.database}`);
  await Promise.all([migrate(empty), migrate(empty), migrate(empty)]);
  const { pool, close } = openDatabase(empty);
  expect((await pool.query('select from drizzle.__drizzle_migrations')).rowCount).toBe(release.migrations.length);
  await close();
  await runStatement(database.address, `drop database ${empty.database} with (force)`);
});

test('a server older than the schema refuses to start', async () => {
  const older = { ...release, migrations: release.migrations.slice(0, -1) };
  await expect(migrate(database.address, { release: older })).rejects.toThrow(SchemaTooNewError);
  await expect(migrate(database.address, { release: older })).rejects.toThrow(/newer than this server/);
});

test('a migration that fails leaves the database as it was', async () => {
  const before = await appliedMigrations();
  const failing = { tag: '9998_half', when: 9e15, hash: '', statements: ['create table half (id int)', 'select 1/0'] };
  await expect(
    migrate(database.address, { release: { ...release, migrations: [...release.migrations, failing] } }),
  ).rejects.toThrow('9998_half');
  expect(await appliedMigrations()).toBe(before);
  expect((await database.pool.query(`select from pg_class where relname = 'half'`)).rowCount).toBe(0);
});

test('a migration that was edited after it had been applied stops the start', async () => {
  const edited = release.migrations.map((migration, index) => (index === 3 ? { ...migration, hash: 'ab' } : migration));
  const attempt = migrate(database.address, { release: { ...release, migrations: edited } });
  await expect(attempt).rejects.toThrow(EditedMigrationError);
  await expect(attempt).rejects.toThrow(release.migrations[3]?.tag);
});

describe('functions', () => {
  const withText = (text: string, hash: string) => ({ ...release, functions: [{ name: 'answer', text, hash }] });
  const answer = async () => (await database.pool.query<{ answer: number }>('select answer()')).rows[0]?.answer;
  const returning = (number: number) =>
    `create or replace function answer() returns int language sql as $$ select ${number} $$`;

  test('are replaced when their text has changed, and only then', async () => {
    await migrate(database.address, { release: withText(returning(1), 'first') });
    expect(await answer()).toBe(1);
    await migrate(database.address, { release: withText(returning(2), 'first') });
    expect(await answer()).toBe(1);
    await migrate(database.address, { release: withText(returning(3), 'second') });
    expect(await answer()).toBe(3);
  });

  test('one that fails is named and leaves the database as it was', async () => {
    const before = await answer();
    await expect(
      migrate(database.address, { release: withText(`${returning(9)}; select 1/0`, 'third') }),
    ).rejects.toThrow('db/functions/answer.sql failed');
    expect(await answer()).toBe(before);
  });
});

test('a database that never answers is not waited for', async () => {
  const callers: Socket[] = [];
  const mute = createServer((caller) => callers.push(caller)).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const address = { connectionString: `postgres://asha@127.0.0.1:${port}/rangoli` };
  await expect(
    migrate(address, { release: { migrations: [], functions: [] }, connectPatienceMs: 100 }),
  ).rejects.toThrow(DatabaseUnreachableError);
  for (const caller of callers) caller.destroy();
  mute.close();
});
