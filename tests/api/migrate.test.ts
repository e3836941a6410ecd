import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { committedRelease, DatabaseUnreachableError, migrate, withMigrated } from '../../db/migrate.ts';
import { APP_ROLE } from '../../db/roles.ts';
import { EditedMigrationError, OldHistoryError, SchemaTooNewError } from '../../db/schemaErrors.ts';
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

test('what follows on the connection of a migration holds up no other one', async () => {
  await withMigrated(database.address, {}, () => migrate(database.address));
});

test('a server older than the schema refuses to start', async () => {
  const newer = { tag: '9998_later', when: 9e15, hash: 'ab', statements: ['select 1'] };
  const own = await createTestDatabase();
  await migrate(own.address, { release: { ...release, migrations: [...release.migrations, newer] } });
  await expect(migrate(own.address)).rejects.toThrow(SchemaTooNewError);
  await expect(migrate(own.address)).rejects.toThrow(/newer than this server/);
  await own.close();
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
  const edited = release.migrations.map((migration, index) => (index === 0 ? { ...migration, hash: 'ab' } : migration));
  const attempt = migrate(database.address, { release: { ...release, migrations: edited } });
  await expect(attempt).rejects.toThrow(EditedMigrationError);
  await expect(attempt).rejects.toThrow(release.migrations[0]?.tag);
});

test('a database from before the first migration is refused with the commits that take it, and stays as it is', async () => {
  const own = await createTestDatabase();
  await own.pool.query('update drizzle.__drizzle_migrations set created_at = created_at - 1e10');
  const history = async () => (await own.pool.query('select * from drizzle.__drizzle_migrations order by id')).rows;
  const before = await history();
  const attempt = migrate(own.address);
  await expect(attempt).rejects.toThrow(OldHistoryError);
  await expect(attempt).rejects.toThrow(
    'from before the first migration of this server. Back it up, then start the servers of these commits on it, each once: ' +
      '103d783d, the last that takes it, then d9f2d175, then this one.',
  );
  expect(await history()).toEqual(before);
  await own.close();
});

describe('functions', () => {
  const { version, functions } = release.functions;
  let own: TestDatabase;
  let latest = version;
  beforeAll(async () => {
    own = await createTestDatabase();
  });
  afterAll(() => own.close());

  /** Migrates to the release's functions and these: by their names, their texts. By default a version later. */
  async function bring(texts: Record<string, string>, at = ++latest): Promise<void> {
    const further = Object.entries(texts).map(([name, text]) => ({ name, text, hash: text }));
    await migrate(own.address, {
      appRole: APP_ROLE,
      release: { ...release, functions: { version: at, functions: [...functions, ...further] } },
    });
  }
  const call = async (expression: string, { pool }: Pick<TestDatabase, 'pool'> = own) =>
    (await pool.query<{ answer: unknown }>(`select ${expression} as answer`)).rows[0]?.answer;
  const gone = (expression: string) => expect(call(expression)).rejects.toThrow('does not exist');
  const answering = (parameters: string, answer: number) =>
    `create or replace function answer(${parameters}) returns int language sql as $$ select ${answer} $$;`;
  const triggersOf = async (name: string) => {
    const { rows } = await own.pool.query<{ name: string }>(
      `select tgname as name from pg_trigger join pg_proc p on p.oid = tgfoid where proname = $1 order by 1`,
      [name],
    );
    return rows.map((row) => row.name);
  };

  test('are replaced when their text has changed, and only then', async () => {
    await bring({ answer: answering('', 1) });
    expect(await call('answer()')).toBe(1);
    await bring({ answer: answering('', 2) });
    expect(await call('answer()')).toBe(2);
    // Test databases have a clock of their own, which a migration keeps.
    await own.pool.query(answering('', 3));
    await bring({ answer: answering('', 2) });
    expect(await call('answer()')).toBe(3);
  });

  test('are left alone by a release whose functions are older', async () => {
    await bring({ answer: answering('', 4) });
    const older = bring({ answer: answering('', 2) }, latest - 1);
    await expect(older).rejects.toThrow(SchemaTooNewError);
    await expect(older).rejects.toThrow(`version ${latest}, here ${latest - 1}`);
    expect(await call('answer()')).toBe(4);
  });

  test('may call each other whatever their names', async () => {
    const calls = (name: string, body: string) =>
      `create or replace function ${name}() returns int language sql as $$ select ${body} $$`;
    await bring({ first: calls('first', 'second()'), second: calls('second', '2') });
    expect((await own.pool.query('select first()')).rows).toEqual([{ first: 2 }]);
  });

  test.each([
    ['a statement that fails', `${answering('', 9)}; select 1/0`],
    ['a body that names a table that is not there', answering('', 9).replace('select 9', 'select 9 from nowhere')],
    ['a body that cannot be parsed', `create function answer(text) returns int language plpgsql as $$ begin x $$`],
  ])('with %s are named and leave the database as it was', async (_, text) => {
    const before = await call('answer()');
    await expect(bring({ answer: text })).rejects.toThrow('db/functions/answer.sql failed');
    expect(await call('answer()')).toBe(before);
  });

  test('of a signature that has changed stay for one version, for servers that still run', async () => {
    await bring({ answer: answering('a int', 1) });
    await bring({ answer: answering('a int, b int', 2) });
    expect(await call('answer(0)')).toBe(1);
    expect(await call('answer(0, 0)')).toBe(2);
    // Restarting a server of the same release changes nothing.
    await bring({ answer: answering('a int, b int', 2) }, latest);
    expect(await call('answer(0)')).toBe(1);
    await bring({ answer: answering('a int, b int', 2) });
    await gone('answer(0)');
    expect(await call('answer(0, 0)')).toBe(2);
  });

  test('that have gone stay for one version, too, with their privileges', async () => {
    await bring({ answer: answering('a int', 1) });
    await own.pool.query(`grant execute on function answer(int) to ${APP_ROLE}`);
    await bring({});
    expect(await call('answer(0)', own.app)).toBe(1);
    await bring({});
    await gone('answer(0)');
  });

  test('that come back with a later version stay', async () => {
    await bring({ answer: answering('a int', 1) });
    await bring({});
    await bring({ answer: answering('a int', 5) });
    await bring({ answer: answering('a int', 5) });
    expect(await call('answer(0)')).toBe(5);
  });

  test('leave no trigger behind that has gone from their file, nor their file’s when that goes', async () => {
    const file = (...names: string[]) =>
      [
        `create or replace function note() returns trigger language plpgsql as $$ begin return null; end $$;`,
        ...names.map(
          (name) => `create or replace trigger ${name} after insert on feedback for each row execute function note();`,
        ),
      ].join('\n');
    await bring({ note: file('note_a', 'note_b') });
    expect(await triggersOf('note')).toEqual(['note_a', 'note_b']);
    await bring({ note: file('note_b', 'note_c') });
    expect(await triggersOf('note')).toEqual(['note_b', 'note_c']);
    await bring({});
    expect(await triggersOf('note')).toEqual([]);
    await expect(own.pool.query('select note()')).rejects.toThrow('does not exist');
  });
});

test('a database that never answers is not waited for', async () => {
  const callers: Socket[] = [];
  const mute = createServer((caller) => callers.push(caller)).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const address = { connectionString: `postgres://asha@127.0.0.1:${port}/rangoli` };
  await expect(
    migrate(address, { release: { migrations: [], functions: { version: 1, functions: [] } }, connectTimeoutMs: 100 }),
  ).rejects.toThrow(DatabaseUnreachableError);
  for (const caller of callers) caller.destroy();
  mute.close();
});
