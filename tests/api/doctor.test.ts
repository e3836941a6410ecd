import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holderOf } from '../../db/embedded/ownerLock.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { withServices } from '../../server/composition/commandDatabase.ts';
import { examine, type ExamineOptions } from '../../server/composition/doctor/examine.ts';
import { checkArchive, checkMinFree, checkModes, checkRest } from '../../server/composition/doctor/machine.ts';
import { auditByHand } from '../../server/domain/audit/nightlyAudit.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import { readConfig } from '../../server/config/config.ts';
import { newKey } from '../../server/platform/keyring.ts';
import { holeText, knownHoles, postgresVersion } from '../../server/platform/knownHoles.ts';
import { signerOf } from '../../server/platform/tlog/note.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { setDatabaseClock, WITHOUT_CLOCK } from '../support/databaseClock.ts';
import { memoryFolder } from '../support/memoryFolder.ts';
import { appAddressOf, runStatement } from '../support/postgres.ts';
import { runGames } from '../support/rounds.ts';
import { TEST_SEED_KEY } from '../support/seedKey.ts';
import { tamper } from '../support/tamper.ts';
import { databaseUrl } from '../support/databaseUrl.ts';

const MACHINE: ExamineOptions = {
  nodeVersion: '24.22.3',
  postgresVersion: 180_007,
  now: Date.parse('2026-12-01T00:00:00Z'),
  disk: () => ({ free: 500e9, total: 1000e9 }),
};

let folder: string;
let database: TestDatabase;
let smtp: { url: string; stop: () => void };
beforeAll(async () => {
  folder = mkdtempSync(join(memoryFolder(), 'rangoli-doctor-'));
  chmodSync(folder, 0o711);
  smtp = await startSmtp();
  database = await createTestDatabase();
  await healthy();
  const addresses = { owner: database.address, app: database.app.address };
  await withServices(configOf(), { addresses }, () => Promise.resolve());
  expect(await sentences()).toContain('advice: The books have never been audited.');
  // As npm run audit does.
  await withServices(configOf(), { addresses }, (services) => auditByHand(contextFor(services, { kind: 'system' })));
});
afterAll(async () => {
  smtp.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The clock of the database is the machine's. */
const healthy = () => Promise.resolve(setDatabaseClock(database.address, 0, 'running'));

/** Greets, and takes a session to its end. */
async function startSmtp(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((socket) => {
    socket.write('220 test\r\n');
    socket.on('data', (line) => socket.write(line.toString().startsWith('EHLO') ? '250 test\r\n' : '221 bye\r\n'));
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`,
    stop: () => server.close(),
  };
}

const configOf = (env: Record<string, string> = {}) =>
  readConfig({
    DATABASE_URL: databaseUrl(appAddressOf(database.address)),
    DATABASE_OWNER_URL: databaseUrl(database.address),
    SEED_KEY: TEST_SEED_KEY,
    SMTP_URL: smtp.url,
    ...env,
  });

/** Its sentences, but that about the archive of the tests' PostgreSQL, which has none. */
async function sentences(env: Record<string, string> = {}, options: ExamineOptions = {}): Promise<string[]> {
  const findings = await examine(configOf(env), { ...MACHINE, ...options });
  expect(findings.filter(({ todo }) => todo === '')).toEqual([]);
  return findings
    .map(({ level, what }) => `${level}: ${what}`)
    .filter((text) => !text.includes('PostgreSQL archives no log'));
}

test('nothing is wrong with an installation that is in order', async () => {
  expect(await sentences()).toEqual([]);
});

test('what the last run found is kept where it is asked for, for the list of the first day', async () => {
  const kept = async () =>
    (await database.pool.query<{ findings: unknown[] }>('select findings from doctor_runs')).rows.map(
      ({ findings }) => findings,
    );
  await examine(configOf(), MACHINE);
  expect(await kept()).toEqual([]);
  const found = await examine(configOf(), { ...MACHINE, nodeVersion: '20.18.3', keeps: true });
  expect(await kept()).toEqual([found.map(({ level, what, todo }) => ({ level, what, todo }))]);
  expect(found.some(({ level }) => level === 'wrong')).toBe(true);
  const then = await examine(configOf(), { ...MACHINE, keeps: true });
  expect(await kept()).toEqual([then]);
});

test('the embedded PostgreSQL is measured as it answers, and so is this Node.js', async () => {
  const { rows } = await database.pool.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  );
  const own = knownHoles({ postgres: postgresVersion(Number(rows[0]?.version)), node: process.versions.node });
  const found = await sentences({}, { nodeVersion: process.versions.node, postgresVersion: undefined });
  for (const hole of own) expect(found).toContain(`wrong: ${holeText(hole).what}`);
  expect(found.filter((text) => text.includes('known holes'))).toHaveLength(own.length);
});

describe('what is wrong is said:', () => {
  test.each<[string, Record<string, string>, ExamineOptions, RegExp]>([
    ['an old Node.js', {}, { nodeVersion: '20.18.3' }, /^wrong: Node\.js 20\.18\.3 is too old/],
    [
      'one past its end',
      {},
      { nodeVersion: '20.20.0' },
      /^advice: Node\.js 20 has had no security fixes since 2026-04-30/,
    ],
    ['a Node.js with known holes', {}, { nodeVersion: '22.23.3' }, /^wrong: Node\.js 22\.23\.3 has known holes/],
    ['a PostgreSQL with known holes', {}, { postgresVersion: 180_004 }, /^wrong: PostgreSQL 18\.4 has known holes/],
    ['no mail server', { SMTP_URL: '' }, {}, /^advice: SMTP_URL is not set/],
    [
      'a mail server that is down',
      { SMTP_URL: 'smtp://127.0.0.1:1' },
      {},
      /^wrong: The mail server of SMTP_URL .*ECONNREFUSED/,
    ],
    [
      'a beacon that is out of reach',
      { BEACON: 'drand:http://127.0.0.1:1' },
      {},
      /^wrong: No relay of BEACON answers: http/,
    ],
    ['another key', { SEED_KEY: newKey().toString('hex') }, {}, /^wrong: SEED_KEY lacks a key/],
    ['no second role', { DATABASE_OWNER_URL: '' }, {}, /^(advice: The server works with the role that owns|wrong: )/],
  ])(
    '%s',
    async (_, env, options, sentence) => {
      const found = await sentences(env, options);
      expect(
        found.filter((text) => sentence.test(text)),
        found.join('\n'),
      ).toHaveLength(1);
    },
    20_000,
  );

  test('a database that is out of reach', async () => {
    const found = await sentences({
      DATABASE_URL: 'postgres://a@127.0.0.1:1/b',
      DATABASE_OWNER_URL: 'postgres://a@127.0.0.1:1/b',
    });
    expect(found).toEqual([
      expect.stringMatching(/^wrong: DATABASE_OWNER_URL: the database can't be reached: .*ECONNREFUSED/),
    ]);
  });

  test.each<[string, string, string, RegExp]>([
    [
      'a newer database',
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('ab', 9e15)`,
      `delete from drizzle.__drizzle_migrations where hash = 'ab'`,
      /^wrong: The database is newer than this release: it has 1 migrations/,
    ],
    [
      'one from before the first migration',
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('ab', 1)`,
      `delete from drizzle.__drizzle_migrations where hash = 'ab'`,
      /^wrong: The database is from before the first migration of this server\./,
    ],
    [
      'an older one',
      'update drizzle.__functions_version set version = version - 1',
      'update drizzle.__functions_version set version = version + 1',
      /^advice: The database is older than this release/,
    ],
    [
      'a database that was moved',
      `create table drizzle.__closed (since timestamptz not null, moved_to text not null);
       insert into drizzle.__closed values (now(), 'there')`,
      'drop table drizzle.__closed',
      /^wrong: This database was moved to there/,
    ],
    [
      'mails that wait',
      `insert into mails (recipient, subject, created_at, attempts, next_attempt_at)
       values ('a@example.com', 'doctor', now() - interval '20 minutes', 3, now())`,
      `delete from mails where subject = 'doctor'`,
      /^wrong: 1 mails wait to be sent, the oldest for 2\d minutes; 1 of them failed/,
    ],
    [
      'faults in the books',
      `update book_audits set checks = '[{"name":"a","faultCount":2,"faults":[]}]'`,
      `update book_audits set checks = '[]'`,
      /^wrong: The last audit of the books found 2 faults/,
    ],
    [
      'books that nobody audits',
      `update book_audits set finished_at = now() - interval '3 days'`,
      'update book_audits set finished_at = now()',
      /^wrong: The books were last audited 3 days ago/,
    ],
    ['a clock that is suspended', WITHOUT_CLOCK, 'select 1', /^wrong: The database's clock is suspended/],
  ])(
    '%s',
    async (_, cause, remedy, sentence) => {
      const before = await database.pool.query<{ text: string }>(
        `select pg_get_functiondef('db_now()'::regprocedure) as text`,
      );
      await tamper(database, cause);
      const found = await sentences();
      await tamper(database, remedy);
      await runStatement(database.address, before.rows[0]?.text ?? '');
      expect(
        found.filter((text) => sentence.test(text)),
        found.join('\n'),
      ).toHaveLength(1);
      expect(await sentences()).toEqual([]);
    },
    20_000,
  );

  test('a clock that is elsewhere than the machine’s', async () => {
    setDatabaseClock(database.address, 5_000, 'running');
    const found = await sentences();
    await healthy();
    expect(found).toEqual([expect.stringMatching(/^advice: The database's clock is 5\.\d s ahead of this machine's/)]);
  });

  test('too few connections', async () => {
    const name = database.address.database;
    await runStatement(database.address, `alter database ${name} connection limit 20`);
    const found = await sentences();
    await runStatement(database.address, `alter database ${name} connection limit -1`);
    expect(found).toEqual(['wrong: The database takes 20 connections; a server and commands need 30.']);
  });

  test('rights that the server does not need', async () => {
    expect(await sentences({ DATABASE_URL: databaseUrl(database.address) })).toEqual([
      expect.stringMatching(/^wrong: The role of DATABASE_URL .*is a superuser/),
    ]);
  });

  test('a witness that has confirmed nothing', async () => {
    const { vkey } = signerOf('w.example/witness', 'cosignature', Buffer.alloc(32, 3));
    expect(await sentences({ WITNESSES: `${vkey}@http://127.0.0.1:1` })).toEqual([
      'wrong: The witness w.example/witness has confirmed nothing yet.',
    ]);
  });

  test('rounds that nobody pays', async () => {
    // The start of a round of every game: at the end of one, none is opened.
    const startsAt = new Date(Date.now() - (Date.now() % 180_000)).toISOString();
    const games = await runGames(database, { chainLength: 50, startsAt });
    await games.games.stop();
    setDatabaseClock(database.address, 300_000, 'running');
    const found = await sentences();
    expect(found).toContainEqual(
      expect.stringMatching(/^wrong: \d rounds have ended and are not paid, the oldest since 20/),
    );
  });

  test.each([
    [0.5e9, /^wrong: The disk of the data \(.*\) has 500 MB left of 100\.0 GB/],
    [4e9, /^advice: The disk of the data/],
  ])(
    'a disk with %d bytes left, and files that others may read',
    async (free, sentence) => {
      const dataDir = join(folder, `data-${free}`);
      mkdirSync(dataDir);
      chmodSync(dataDir, 0o711);
      writeFileSync(join(dataDir, 'seed.key'), TEST_SEED_KEY, { mode: 0o644 });
      chmodSync(join(dataDir, 'seed.key'), 0o644);
      await (await startEmbedded({ dataDir, durable: false })).stop();
      const config = readConfig({ DATA_DIR: dataDir });
      const found = await examine(config, { ...MACHINE, disk: () => ({ free, total: 100e9 }) });
      const texts = found.map(({ level, what }) => `${level}: ${what}`);
      expect(texts).toEqual(
        expect.arrayContaining([
          expect.stringMatching(sentence),
          `wrong: Other accounts of this machine may read ${join(dataDir, 'seed.key')}.`,
          expect.stringContaining('advice: ARCHIVE_DIR is not set'),
          'advice: The database has no tables yet.',
        ]),
      );
      chmodSync(join(dataDir, 'seed.key'), 0o600);
      expect(checkModes(dataDir)).toEqual([]);
    },
    30_000,
  );

  test.each([
    ['below the default of 500 MB of a large disk', {}, 499e6, 100e9, ['below the 500 MB']],
    ['above it', {}, 501e6, 100e9, []],
    ['below 2 % of a small disk', {}, 1.9e6, 100e6, ['below the 2 MB']],
    ['below the MIN_FREE_BYTES that is set', { MIN_FREE_BYTES: '3000000000' }, 2e9, 100e9, ['below the 3.0 GB']],
    ['with MIN_FREE_BYTES switched off', { MIN_FREE_BYTES: '0' }, 0, 100e9, []],
    ['of a database of the operator', { DATABASE_URL: 'postgres://db' }, 0, 100e9, []],
  ])('a disk %s', (_, env, free, total, sentences) => {
    const disk = () => ({ free, total });
    const facts = { ...MACHINE, disk } as Required<Pick<ExamineOptions, 'nodeVersion' | 'now' | 'disk'>>;
    expect(checkMinFree(readConfig(env), '/data', facts)).toEqual(
      sentences.map((what) => ({ level: 'wrong', what: expect.stringContaining(what), todo: expect.any(String) })),
    );
  });

  test('what an interrupted restore has left', () => {
    const dataDir = join(folder, 'rest');
    mkdirSync(join(dataDir, 'restoring'), { recursive: true });
    expect(checkRest(dataDir)).toMatchObject([
      { level: 'advice', what: expect.stringContaining(`${dataDir}/restoring`) },
    ]);
    rmSync(join(dataDir, 'restoring'), { recursive: true });
    expect(checkRest(dataDir)).toEqual([]);
  });

  test('an archive that lags, has no base backup, or is not there', () => {
    const facts = { ...MACHINE, now: Date.now() } as Required<Pick<ExamineOptions, 'nodeVersion' | 'now' | 'disk'>>;
    const dataDir = join(folder, 'lagging');
    const archive = join(folder, 'archive');
    const status = join(dataDir, 'postgres/pg_wal/archive_status');
    mkdirSync(status, { recursive: true });
    mkdirSync(join(archive, 'base'), { recursive: true });
    writeFileSync(join(status, '000000010000000000000001.ready'), '');
    const longAgo = Date.now() / 1000 - 3_600;
    utimesSync(join(status, '000000010000000000000001.ready'), longAgo, longAgo);
    const config = readConfig({ DATA_DIR: dataDir, ARCHIVE_DIR: archive });
    expect(checkArchive(config, dataDir, facts).map(({ what }) => what)).toEqual([
      expect.stringMatching(/^The write-ahead log has waited for 6\d minutes to be archived/),
      'There is no base backup.',
    ]);
    // A server that has just started takes its first base backup.
    writeFileSync(join(dataDir, 'server.lock'), holderOf(process.ppid));
    expect(checkArchive(config, dataDir, facts).map(({ level, what }) => `${level}: ${what}`)).toContain(
      'advice: The first base backup is not complete yet.',
    );
    const later = { ...facts, now: Date.now() + 16 * 60_000 };
    expect(checkArchive(config, dataDir, later).map(({ what }) => what)).toContain('There is no base backup.');
    renameSync(archive, `${archive}.away`);
    expect(checkArchive(config, dataDir, facts).map(({ what }) => what)).toEqual([
      `ARCHIVE_DIR ${archive} is not there.`,
    ]);
  });
});
