import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyOut } from '../../db/backup/copyStreams.ts';
import { loadContents } from '../../db/backup/loadContents.ts';
import { fileOf, type Manifest, readManifest } from '../../db/backup/manifest.ts';
import { readTableFile } from '../../db/backup/readBackup.ts';
import { writeBackup } from '../../db/backup/writeBackup.ts';
import { openConnection } from '../../db/client.ts';
import { DatabaseClosedError } from '../../db/closedMark.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { limitsFor } from '../../db/limits.ts';
import { committedRelease, migrate } from '../../db/migrate.ts';
import { backUp } from '../../server/composition/backup.ts';
import { restoreBackup, type RestoreOptions } from '../../server/composition/restoreBackup.ts';
import { readConfig } from '../../server/config/config.ts';
import { Keyring, newKey } from '../../server/platform/keyring.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type EmptyDatabases, fingerprints, openEmptyDatabases, rowsOf as rows } from '../support/emptyDatabases.ts';
import { memoryFolder } from '../support/memoryFolder.ts';
import { appAddressOf, runStatement, type ServerAddress, testPostgres } from '../support/postgres.ts';
import { currentContest, nextContest, placeBets, type RunningGames, runGames } from '../support/rounds.ts';
import { TEST_SEED_KEY, testKeyring } from '../support/seedKey.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { databaseUrl } from '../support/databaseUrl.ts';

const PLAY = { seedKeys: [], money: { mode: 'play' } } as const;

let database: TestDatabase;
let games: RunningGames;
let players: bigint[];
/** A backup of a database in which a round runs. Tests that change it copy it first. */
let folder: string;
let dir: string;
let manifest: Manifest;
let empty: EmptyDatabases;

beforeAll(async () => {
  empty = await openEmptyDatabases();
  folder = mkdtempSync(join(memoryFolder(), 'rangoli-backup-'));
  chmodSync(folder, 0o711);
  database = await createTestDatabase();
  games = await runGames(database, { chainLength: 50 });
  players = await givenPlayers(games, 4, { rupees: 100_000 });
  for (let round = 0; round < 2; round++) {
    await betAll((await nextContest(games, 'sapreHalf')).id);
  }
  await betAll((await nextContest(games, 'sapreHalf')).id);
  dir = join(folder, 'backup');
  // More rows than one digit counts.
  await runStatement(
    database.address,
    `select record_audit(null, 'chain:rotate', 'chain', n::text, null, null, null, now()) from generate_series(1, 12) n`,
  );
  ({ manifest } = await writeBackup(database.address, dir, { keys: testKeyring }));
});
afterAll(async () => {
  await games.games.stop();
  await database.close();
  await empty.close();
  rmSync(folder, { recursive: true, force: true });
});

function betAll(contestId: bigint): Promise<bigint[]> {
  return placeBets(
    games,
    players.map((playerId, selection) => ({ playerId, contestId, selection, paise: 1_000n })),
  );
}

const configOf = (address: ServerAddress, env: Record<string, string> = {}) =>
  readConfig({
    DATABASE_URL: databaseUrl(appAddressOf(address)),
    DATABASE_OWNER_URL: databaseUrl(address),
    SEED_KEY: TEST_SEED_KEY,
    ...env,
  });

/** Restores with short chains; `printed` are the sentences. */
async function restore(
  config: ReturnType<typeof readConfig>,
  from: string,
  { print = () => {}, ...options }: Partial<RestoreOptions> = {},
): Promise<{ inOrder: boolean; printed: string }> {
  const printed: string[] = [];
  const inOrder = await restoreBackup(config, from, {
    lengthOf: () => 20,
    print(line) {
      printed.push(line);
      print(line);
    },
    ...options,
  });
  return { inOrder, printed: printed.join('\n') };
}

function copyOfBackup(): string {
  const copy = mkdtempSync(join(folder, 'copy-'));
  mkdirSync(join(copy, 'tables'));
  for (const name of ['manifest.json', 'manifest.json.hmac']) {
    writeFileSync(join(copy, name), readFileSync(join(dir, name)));
  }
  for (const name of readdirSync(join(dir, 'tables'))) {
    writeFileSync(join(copy, 'tables', name), readFileSync(join(dir, 'tables', name)));
  }
  return copy;
}

describe('a backup', () => {
  test('is for its owner only, names all tables and hashes, and holds no key', async () => {
    const modes = (path: string) => statSync(path).mode & 0o777;
    const files = readdirSync(join(dir, 'tables')).map((name) => join(dir, 'tables', name));
    expect([modes(dir), modes(join(dir, 'tables'))]).toEqual([0o700, 0o700]);
    expect(new Set([...files, join(dir, 'manifest.json')].map(modes))).toEqual(new Set([0o600]));
    const stored = await rows<{ name: string }>(
      database.address,
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'drizzle') and not (select relispartition from pg_class where oid = format('%I.%I', schemaname, tablename)::regclass)
        and tablename not in ('__applied_functions', '__functions_version', '__applied_privileges', 'download_files', 'download_pieces')`,
    );
    expect(manifest.tables.map(({ name }) => name).toSorted()).toEqual(stored.map(({ name }) => name).toSorted());
    expect(manifest.keyIds).toHaveLength(1);
    const all = Buffer.concat([...files, join(dir, 'manifest.json')].map((path) => readFileSync(path)));
    expect(all.includes(Buffer.from(TEST_SEED_KEY, 'hex')) || all.includes(TEST_SEED_KEY)).toBe(false);
  });

  test('has the newest of more than nine rows of the audit log as its head', async () => {
    const [newest] = await rows<{ id: bigint; hash: string; count: bigint }>(
      database.address,
      `select max(id) as id, (select encode(a.hash, 'hex') from audit_log a order by a.id desc limit 1) as hash,
              count(*) as count from audit_log`,
    );
    expect(newest?.count).toBeGreaterThanOrEqual(12n);
    const { id, hash, count } = manifest.auditHead;
    expect({ id, hash, count }).toEqual({ id: String(newest?.id), hash: newest?.hash, count: String(newest?.count) });
  });

  test('leaves a row in the audit log, before it is complete', async () => {
    const own = await createTestDatabase();
    const addresses = { owner: own.address, app: own.app.address };
    const place = join(folder, 'recorded');
    const { sha256, isRecorded, isSigned } = await backUp(PLAY, { addresses }, place);
    expect([isRecorded, isSigned]).toEqual([true, false]);
    const [row] = await rows<{ action: string; subject: string; after: string; actor: bigint | null }>(
      own.address,
      'select action, subject, after, actor_id as actor from audit_log order by id desc limit 1',
    );
    expect(row).toMatchObject({ action: 'database:backup', subject: 'backed up', actor: null });
    expect(JSON.parse(row?.after ?? '{}')).toMatchObject({ place, sha256 });
    await runStatement(own.address, 'drop function record_audit');
    expect(await backUp(PLAY, { addresses }, join(folder, 'older'))).toMatchObject({ isRecorded: false });
    await own.close();
  });

  test('restored, is the same in every row, for an owner who is no superuser', async () => {
    const target = await empty.make();
    const { address } = database;
    await loadContents(target, { contents: manifest, read: (table) => readTableFile(dir, table) });
    expect(await fingerprints(target, manifest)).toEqual(await fingerprints(address, manifest));
    const sequences = `select schemaname || sequencename as name, last_value from pg_sequences order by 1`;
    expect(await rows(target, sequences)).toEqual(await rows(address, sequences));
  });

  test('refuses a folder with something in it, and leaves that alone', async () => {
    const used = mkdtempSync(join(folder, 'used-'));
    writeFileSync(join(used, 'notes.txt'), 'mine');
    await expect(writeBackup(database.address, used)).rejects.toThrow('is not empty');
    expect(readdirSync(used)).toEqual(['notes.txt']);
  });

  test('that is cut off leaves nothing that looks like one', async () => {
    const cut = join(folder, 'cut');
    const backing = writeBackup(database.address, cut, {
      onTable({ name }) {
        if (name === 'public.users') throw new Error('no space left on device');
      },
    });
    await expect(backing).rejects.toThrow('no space left');
    expect(existsSync(cut)).toBe(false);
  });

  test('whose connection is cut leaves nothing either', async () => {
    const cut = join(folder, 'cut');
    const backing = writeBackup(database.address, cut, {
      onTable: ({ name }) => (name === 'public.users' ? cutConnections(database.address) : undefined),
    });
    await expect(backing).rejects.toThrow(/connection|terminat/i);
    expect(existsSync(cut)).toBe(false);
  });

  test('fails when its connection is cut in the middle of a table', async () => {
    const own = await empty.make();
    await runStatement(own, 'create table large as select generate_series(1, 1000000) as n');
    const client = await openConnection(own, limitsFor('command'));
    const rowsOfLarge = copyOut(client, { name: 'public.large', columns: ['n'] });
    let bytes = 0;
    const reading = (async () => {
      for await (const chunk of rowsOfLarge) {
        if (bytes === 0) await cutConnections(own);
        bytes += (chunk as Buffer).length;
      }
    })();
    await expect(reading).rejects.toThrow(/terminat/i);
    expect(bytes).toBeGreaterThan(0);
  });
});

/** Ends every other connection to a database, as its server does when it shuts down. */
async function cutConnections({ database: name, ...server }: ServerAddress): Promise<void> {
  await rows(
    { ...server, user: testPostgres().user, database: name },
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() 
        and (query like 'copy %' or state = 'idle in transaction')`,
  );
}

describe('a restored database', () => {
  let target: ServerAddress;
  let restored: { inOrder: boolean; printed: string };
  let taken: Manifest;
  /** Bets acknowledged before the backup began, and in all. */
  let before: bigint[];
  const acknowledged: bigint[] = [];

  beforeAll(async () => {
    const { id } = await currentContest(games, 'sapreHalf');
    acknowledged.push(...(await betAll(id)));
    before = [...acknowledged];
    const running = join(folder, 'running');
    // Bets between any two tables: only one state of all tables has books in order.
    ({ manifest: taken } = await writeBackup(database.address, running, {
      keys: testKeyring,
      onTable: async () => void acknowledged.push(...(await betAll(id))),
    }));
    target = await empty.make();
    restored = await restore(configOf(target), running);
  });

  test('has each bet that was acknowledged before the backup began, and books in order', async () => {
    expect(acknowledged.length, 'bets came meanwhile').toBeGreaterThan(before.length);
    expect(restored.inOrder, restored.printed).toBe(true);
    const kept = new Set((await rows<{ id: bigint }>(target, 'select id from bets')).map((row) => row.id));
    expect(before.filter((bet) => !kept.has(bet))).toEqual([]);
  });

  test('begins new chains, ends sessions and records itself', async () => {
    const [chains] = await rows<{ old: number; current: number }>(
      target,
      `select count(*) filter (where retired_at is not null)::int as old, count(*) filter (where retired_at is null)::int as current from chains`,
    );
    expect(chains).toEqual({ old: 3, current: 3 });
    const [last] = await rows<{ action: string; after: string }>(
      target,
      `select action, after from audit_log order by id desc limit 1`,
    );
    expect(last).toMatchObject({ action: 'database:restore' });
    expect(JSON.parse(last?.after ?? '{}')).toMatchObject({ moment: taken.moment, verified: true });
    expect(
      (await rows<{ next: bigint }>(target, `select nextval(pg_get_serial_sequence('sessions', 'id')) as next`))[0]
        ?.next,
    ).toBeGreaterThan(1_000_000_000n);
  });

  test('continues the public log under another name, with the state that it had in the backup', async () => {
    const [log] = await rows<{ origin: string }>(target, 'select origin from public_logs');
    expect(log?.origin).toMatch(/\/log\/\d{8}T\d{6}Z$/);
    expect(restored.printed).toContain(`The public log goes on as ${log?.origin}`);
    const [entry] = await rows<{ entry: string }>(target, 'select entry from log_pending order by id desc limit 1');
    const before = log?.origin.replace(/\/\d{8}T\d{6}Z$/, '');
    expect(JSON.parse(entry?.entry ?? '{}')).toMatchObject({ type: 'restored', origin: log?.origin, before });
    await expect(rows(target, `update public_logs set origin = 'other/log'`)).rejects.toThrow();
  });

  test('has its moment and what may be missing in plain sentences', () => {
    expect(restored.printed).toContain('The books are in order.');
    expect(restored.printed).toContain(`Missing is what happened after ${taken.moment}`);
    expect(Number(taken.auditHead.id)).toBeGreaterThanOrEqual(12);
    expect(restored.printed).toContain(`The audit log ended at ${taken.auditHead.id}:`);
  });

  test('is open to servers, and no second backup goes into it', async () => {
    await migrate(target);
    await expect(restore(configOf(target), dir)).rejects.toThrow('is not empty');
  });
});

describe('a backup that is not as it was written', () => {
  let target: ServerAddress;
  let copy: string;
  beforeAll(async () => {
    target = await empty.make();
  });
  beforeEach(() => {
    copy = copyOfBackup();
  });
  afterEach(async () => {
    const [tables] = await rows<{ count: bigint }>(
      target,
      `select count(*) from pg_tables where schemaname in ('public', 'drizzle')`,
    );
    expect(tables?.count, 'nothing was written').toBe(0n);
  });

  const changed = (change: (content: Record<string, unknown>) => object) => {
    const path = join(copy, 'manifest.json');
    const content = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    writeFileSync(path, JSON.stringify({ ...content, ...change(content) }));
  };
  const bets = () => fileOf(copy, { name: 'public.bets' });

  test.each<[string, () => void, RegExp]>([
    [
      'a changed file',
      () => {
        const content = readFileSync(bets());
        content[20] = (content[20] ?? 0) ^ 1;
        writeFileSync(bets(), content);
      },
      /public\.bets\.gz has another content/,
    ],
    ['a cut file', () => truncateSync(bets(), 30), /public\.bets\.gz has 30 bytes, and had \d+/],
    ['a missing file', () => rmSync(bets()), /public\.bets\.gz is missing/],
    ['no manifest, as after an interruption', () => rmSync(join(copy, 'manifest.json')), /has no manifest\.json/],
    ['a cut manifest', () => truncateSync(join(copy, 'manifest.json'), 500), /manifest\.json is damaged/],
    ['a newer form', () => changed(() => ({ format: 2 })), /by a newer release/],
    [
      'a later migration',
      () =>
        changed(({ migrations }) => ({
          migrations: [...(migrations as object[]), { when: 9e12, hash: 'a'.repeat(64) }],
        })),
      /a newer release: it has 1 migration/,
    ],
    ['later functions', () => changed(() => ({ functionsVersion: 1e6 })), /a newer release: .*version 1000000/],
    [
      'a table name that is a path',
      () => changed(({ tables }) => ({ tables: (tables as object[]).map((table) => ({ ...table, name: '../x.y' })) })),
      /manifest\.json is damaged/,
    ],
  ])('is refused for %s', async (_, damage, message) => {
    damage();
    await expect(restore(configOf(target), copy)).rejects.toThrow(message);
  });

  test('is refused without its key, which the refusal names', async () => {
    for (const key of [newKey().toString('hex'), '']) {
      const attempt = restore(configOf(target, { SEED_KEY: key }), dir);
      await expect(attempt).rejects.toThrow(`the key ${manifest.keyIds[0]} (its id), which is not at hand`);
      await expect(attempt).rejects.toThrow('--new-key');
    }
    await expect(restore(configOf(target, { SEED_KEY: '' }), dir, { newKey: true })).rejects.toThrow(
      'SEED_KEY must be set to a new key',
    );
    await expect(restore(configOf(target), dir, { newKey: true })).rejects.toThrow('without --new-key');
  });
});

describe('a manifest that no key has authenticated', () => {
  const changeMoment = (copy: string) => {
    const path = join(copy, 'manifest.json');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(manifest.moment, new Date(Date.parse(manifest.moment) - 1).toISOString()));
  };
  const forge = (copy: string) => {
    const other = new Keyring([newKey()]).signManifest('backup', readFileSync(join(copy, 'manifest.json')));
    writeFileSync(join(copy, 'manifest.json.hmac'), `${testKeyring.keyId}:${other?.hmac}\n`);
  };

  test.each<[string, (copy: string) => void, RegExp]>([
    ['without an HMAC', (copy) => rmSync(join(copy, 'manifest.json.hmac')), /has no HMAC.*add --unverified/],
    ['changed', changeMoment, /was changed after it had been written.*add --unverified/],
    ['with the HMAC of another key', forge, /was changed after it had been written.*add --unverified/],
    ['with a damaged HMAC', (copy) => truncateSync(join(copy, 'manifest.json.hmac'), 30), /hmac is damaged/],
  ])('is not restored %s', async (_, change, message) => {
    const target = await empty.make();
    const copy = copyOfBackup();
    change(copy);
    await expect(restore(configOf(target), copy)).rejects.toThrow(message);
    expect(await rows(target, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
  });

  test('is restored where the operator allows it, who is told what it means', async () => {
    const target = await empty.make();
    const copy = copyOfBackup();
    rmSync(join(copy, 'manifest.json.hmac'));
    const { inOrder, printed } = await restore(configOf(target), copy, { unverified: true });
    expect(inOrder, printed).toBe(true);
    expect(printed).toMatch(/UNVERIFIED .*may have changed accounts, balances/);
    const [last] = await rows<{ after: string }>(target, 'select after from audit_log order by id desc limit 1');
    expect(JSON.parse(last?.after ?? '{}')).toMatchObject({ verified: false });
  });
});

test('a restore that breaks off leaves a database that no server starts on', async () => {
  const target = await empty.make();
  const copy = copyOfBackup();
  const breakOff = (line: string) => {
    if (line === 'Restoring ...') rmSync(fileOf(copy, { name: 'public.transfers' }));
  };
  await expect(restore(configOf(target), copy, { print: breakOff })).rejects.toThrow('ENOENT');
  await expect(migrate(target)).rejects.toThrow(DatabaseClosedError);
  await expect(restore(configOf(target), dir)).rejects.toThrow('is not complete');
});

test('with a new key, rounds without a number are void and refunded, and what was encrypted is given up', async () => {
  const target = await empty.make();
  const config = configOf(target, { SEED_KEY: newKey().toString('hex') });
  await expect(restore(config, dir, { newKey: true })).rejects.toThrow(
    new RegExp(`the HMAC of manifest.json is by the key ${manifest.keyIds[0]} .*--unverified`),
  );
  const { inOrder, printed } = await restore(config, dir, {
    newKey: true,
    unverified: true,
  });
  expect(inOrder, printed).toBe(true);
  expect(printed).toContain('3 rounds are void and refunded');
  const voided = await rows<{ state: string; seed: Buffer | null; live: number }>(
    target,
    `select state::text, seed, (select count(*)::int from bets b where b.contest_id = c.id
              and not exists (select from bet_cancellations x where x.bet_id = b.id)) as live
       from contests c where seed_lost and settled_at is not null`,
  );
  expect(voided).toEqual(Array.from({ length: 3 }, () => ({ state: 'VOID', seed: null, live: 0 })));
  const keys = await rows(
    target,
    `select key_id from server_secrets where key_id = '${manifest.keyIds[0]}' union all
     select key_id from chain_checkpoints where key_id = '${manifest.keyIds[0]}'`,
  );
  expect(keys).toEqual([]);
});

test('a backup of the release before is brought to this one', async () => {
  const [old, target] = [await empty.make(), await empty.make()];
  const { migrations, functions } = committedRelease();
  const clocks = functions.functions.filter(({ name }) => ['clock_now', 'db_now'].includes(name));
  await migrate(old, {
    release: { migrations: migrations.slice(0, -1), functions: { version: 1, functions: clocks } },
  });
  const before = join(folder, 'before');
  const { manifest: contents, isSigned } = await writeBackup(old, before);
  expect(isSigned).toBe(false);
  expect(contents.migrations).toHaveLength(migrations.length - 1);
  await loadContents(target, { contents, read: (table) => readTableFile(before, table) });
  const [applied] = await rows<{ count: bigint }>(target, 'select count(*) from drizzle.__drizzle_migrations');
  expect(applied?.count).toBe(BigInt(migrations.length));
  expect(await rows(target, 'select seed_lost from contests')).toEqual([]);
});

test(
  'an embedded database is restored into an empty place, with the key file beside it',
  { timeout: 60_000 },
  async () => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    chmodSync(dataDir, 0o711);
    const config = readConfig({ DATA_DIR: dataDir });
    await expect(restore(config, dir)).rejects.toThrow(`put the key file back to ${join(dataDir, 'seed.key')}`);
    expect(readdirSync(dataDir)).toEqual([]);
    writeFileSync(join(dataDir, 'seed.key'), TEST_SEED_KEY, { mode: 0o600 });
    const { inOrder } = await restore(config, dir);
    expect(inOrder).toBe(true);
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'seed.key']);
    await expect(restore(config, dir)).rejects.toThrow('There is a database in');
    const postgres = await startEmbedded({ dataDir, durable: false });
    expect(await rows(postgres.address, 'select count(*) from bets')).toEqual([{ count: 12n }]);
    await postgres.stop();
  },
);

test('a manifest is read as it was written', () => {
  expect(readManifest(dir)).toEqual({ format: 1, ...manifest });
});
