import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  ArchiveError,
  archivedSegments,
  archiveFolders,
  archivingSince,
  type Base,
  type BaseManifest,
  gapAfter,
  readBases,
} from '../../db/archive/archive.ts';
import { readArchiveState } from '../../db/archive/state.ts';
import { needsBase, pruneArchive, takeBase } from '../../db/archive/takeBase.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { APP_ROLE } from '../../db/roles.ts';
import { restoreToMoment } from '../../server/composition/restoreToMoment.ts';
import { readConfig } from '../../server/config/config.ts';
import { showArchive } from '../../server/composition/archiveMetrics.ts';
import { reportLag } from '../../server/jobs/archiving.ts';
import { createLog } from '../../server/platform/log.ts';
import { createMetrics } from '../../server/platform/metrics.ts';
import { openBoth, type TestDatabase } from '../support/database.ts';
import { WITHOUT_CLOCK } from '../support/databaseClock.ts';
import { rowsOf } from '../support/emptyDatabases.ts';
import { memoryFolder } from '../support/memoryFolder.ts';
import { runStatement } from '../support/postgres.ts';
import { nextContest, placeBets, type RunningGames, runGames } from '../support/rounds.ts';
import { TEST_SEED_KEY, testKeyring } from '../support/seedKey.ts';
import { givenPlayers } from '../support/world/bulk.ts';

const SCRIPT = fileURLToPath(new URL('../../db/archive/wal.mjs', import.meta.url));

let folder: string;
let dataDir: string;
let archiveDir: string;
let postgres: EmbeddedPostgres;
let database: TestDatabase;
let games: RunningGames;
let players: bigint[];
let base: Base;
/** When `before` had been acknowledged, and none of `after` had. */
let moment: Date;
const before: bigint[] = [];
const after: bigint[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(memoryFolder(), 'rangoli-archive-'));
  chmodSync(folder, 0o711);
  dataDir = newFolder('data');
  archiveDir = newFolder('archive');
  postgres = await startEmbedded({ dataDir, archiveDir, durable: false, maxConnections: 30 });
  await migrate(postgres.address, { appRole: APP_ROLE });
  await runStatement(postgres.address, `delete from drizzle.__applied_functions where name = 'db_now'`);
  await runStatement(postgres.address, WITHOUT_CLOCK);
  database = openBoth(postgres.address, { max: 4 });
  games = await runGames(database, { chainLength: 50, startsAt: new Date().toISOString() });
  players = await givenPlayers(games, 4, { rupees: 100_000 });
  let copied = 0;
  const round = await nextContest(games, 'sapreHalf');
  base = await takeBase(postgres.address, {
    dataDir,
    archiveDir,
    keys: testKeyring,
    // Bets between any two of the first files: only the log makes one state of them.
    onFile: async () => void ((copied += 1) <= 20 && before.push(...(await betAll(round.id)))),
  });
  before.push(...(await betAll(round.id)));
  moment = (await rowsOf<{ at: Date }>(postgres.address, 'select clock_timestamp() as at'))[0]?.at ?? new Date();
  after.push(...(await betAll((await nextContest(games, 'sapreHalf')).id)));
  await archiveAll();
}, 120_000);
afterAll(async () => {
  await games.games.stop();
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

function newFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  chmodSync(path, 0o711);
  return path;
}

function betAll(contestId: bigint): Promise<bigint[]> {
  const bets = players.map((playerId, selection) => ({ playerId, contestId, selection, paise: 1_000n }));
  return placeBets(games, bets);
}

/** Begins a new segment, and waits until all before it are archived. */
async function archiveAll(): Promise<void> {
  await runStatement(postgres.address, 'select pg_switch_wal()');
  await vi.waitFor(() => expect(archivingSince(dataDir)).toBeNull(), { timeout: 20_000 });
}

async function restore(
  at: Date | null,
  from = archiveDir,
  unverified = false,
): Promise<{ place: string; printed: string; result: unknown }> {
  const place = mkdtempSync(join(folder, 'restored-'));
  chmodSync(place, 0o711);
  writeFileSync(join(place, 'seed.key'), TEST_SEED_KEY, { mode: 0o600 });
  const printed: string[] = [];
  const result = await restoreToMoment(readConfig({ DATA_DIR: place }), from, at, {
    lengthOf: () => 20,
    unverified,
    print: (line) => printed.push(line),
  }).catch((error: unknown) => error);
  return { place, printed: printed.join('\n'), result };
}

describe('restored to a moment', { timeout: 60_000 }, () => {
  test('everything acknowledged before it is there, nothing after it, and the books are in order', async () => {
    const { place, printed, result } = await restore(moment);
    expect(result, printed).toBe(true);
    expect(printed).toContain('The books are in order.');
    expect(printed).toContain('Missing is what happened after');
    expect(readdirSync(place).toSorted()).toEqual(['postgres', 'seed.key']);
    const restored = await startEmbedded({ dataDir: place, durable: false });
    const kept = new Set((await rowsOf<{ id: bigint }>(restored.address, 'select id from bets')).map(({ id }) => id));
    expect(before.filter((id) => !kept.has(id))).toEqual([]);
    expect(after.filter((id) => kept.has(id))).toEqual([]);
    const [last] = await rowsOf<{ action: string; chains: number }>(
      restored.address,
      `select action, (select count(*)::int from chains where retired_at is not null) as chains
         from audit_log order by id desc limit 1`,
    );
    expect(last).toEqual({ action: 'database:restore', chains: 3 });
    // A state of its own: the archive's newest base doesn't lead to it.
    expect(await needsBase(restored.address, archiveDir)).toBe(true);
    await restored.stop();
  });

  test.each<[string, () => Date | null, (archive: string) => void, RegExp]>([
    [
      'a moment before the first base',
      () => new Date(Date.parse(base.finishedAt) - 60_000),
      () => {},
      /The archive begins at/,
    ],
    [
      'a moment that the archive does not reach',
      () => new Date(Date.now() + 3_600_000),
      () => {},
      /The archive ends before that moment/,
    ],
    [
      'a segment that is missing',
      () => moment,
      (archive) => rmSync(join(archiveFolders(archive).wal, `${base.firstSegment}.gz`)),
      /The archive is not complete: [0-9A-F]{24} is missing/,
    ],
    [
      'a segment that is damaged',
      () => moment,
      (archive) => truncateSync(join(archiveFolders(archive).wal, `${base.firstSegment}.gz`), 1_000),
      /can't be restored|database process ended/,
    ],
    [
      'a base without an HMAC',
      () => moment,
      (archive) => rmSync(join(readBases(archive)[0]?.dir ?? '', 'base.json.hmac')),
      /base\.json has no HMAC.*--unverified/,
    ],
    [
      'a base whose manifest was changed',
      () => moment,
      (archive) => changeManifest(archive, () => {}),
      /base\.json was changed after it had been written.*--unverified/,
    ],
    [
      'a file of the base that is damaged',
      () => moment,
      (archive) => truncateSync(join(readBases(archive)[0]?.dir ?? '', 'PG_VERSION.gz'), 5),
      /The base backup is damaged: .*PG_VERSION\.gz/,
    ],
  ])('%s is refused, and leaves nothing', async (_, at, damage, message) => {
    const copy = copyOfArchive();
    damage(copy);
    const { place, result } = await restore(at(), copy);
    expect(String(result)).toMatch(message);
    expect(readdirSync(place)).toEqual(['seed.key']);
  });
});

function copyOfArchive(): string {
  const copy = mkdtempSync(join(folder, 'copy-'));
  chmodSync(copy, 0o711);
  cpSync(archiveDir, copy, { recursive: true });
  if (process.getuid?.() === 0) spawnSync('chown', ['-R', '--reference', join(archiveDir, 'wal'), copy]);
  return copy;
}

/** Changes the base's manifest, and at least its spaces. */
function changeManifest(archive: string, change: (manifest: BaseManifest, dir: string) => void): void {
  const dir = readBases(archive)[0]?.dir ?? '';
  const path = join(dir, 'base.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as BaseManifest;
  change(manifest, dir);
  writeFileSync(path, JSON.stringify(manifest, null, 1));
}

test('settings in a base, by which programs could run, are not taken over', { timeout: 60_000 }, async () => {
  expect(base.files.map(({ path }) => path)).not.toContain('postgresql.auto.conf');
  const copy = copyOfArchive();
  const settings = `archive_command = 'touch ${join(folder, 'was-run')}'\n`;
  changeManifest(copy, ({ files }, dir) => {
    const sha256 = createHash('sha256').update(settings).digest('hex');
    for (const path of ['postgresql.auto.conf', 'standby.signal']) {
      writeFileSync(join(dir, `${path}.gz`), gzipSync(settings));
      files.push({ path, bytes: settings.length, sha256 });
    }
  });
  const { place, printed, result } = await restore(moment, copy, true);
  expect(result, printed).toBe(true);
  expect(printed).toContain('UNVERIFIED');
  expect(readdirSync(join(place, 'postgres'))).not.toContain('postgresql.auto.conf');
  expect(existsSync(join(folder, 'was-run'))).toBe(false);
});

describe('the archive', () => {
  test('has no broken segment where its copy was killed, and gets the whole one next', async () => {
    const dir = newFolder('killed');
    const source = join(dir, 'source');
    writeFileSync(source, randomBytes(8 * 1024 * 1024));
    const name = '0000000100000000000000AA';
    const appeared = new Promise<void>((resolve) => {
      const watching = watch(dir, (_, file) => {
        if (file !== `.${name}.part`) return;
        watching.close();
        resolve();
      });
    });
    const child = spawn(process.execPath, [SCRIPT, 'archive', dir, source, name]);
    const exit = once(child, 'exit');
    await appeared;
    child.kill('SIGKILL');
    await exit;
    const isWhole = () => gunzipSync(readFileSync(join(dir, `${name}.gz`))).equals(readFileSync(source));
    if (existsSync(join(dir, `${name}.gz`))) expect(isWhole()).toBe(true);
    const again = () => spawnSync(process.execPath, [SCRIPT, 'archive', dir, source, name]).status;
    expect([again(), again()]).toEqual([0, 0]);
    expect(isWhole()).toBe(true);
    expect(readdirSync(dir).toSorted()).toEqual([`${name}.gz`, 'source']);
    writeFileSync(source, 'another database');
    expect(again()).toBe(1);
  });

  test('keeps the newest bases and the log that they need', async () => {
    const copy = newFolder('kept');
    cpSync(archiveDir, copy, { recursive: true });
    const { bases, wal } = archiveFolders(copy);
    const first = archivedSegments(copy)[0] ?? '';
    const late = { ...base, firstSegment: archivedSegments(copy).at(-1), finishedAt: '2027-01-01T00:00:00.000Z' };
    mkdirSync(join(bases, '2027'));
    mkdirSync(join(bases, '.part.7'));
    writeFileSync(join(bases, '2027', 'base.json'), JSON.stringify({ ...late, dir: undefined }));
    pruneArchive(copy, 2);
    expect(readdirSync(bases)).toHaveLength(2);
    expect(archivedSegments(copy)).toContain(base.firstSegment);
    pruneArchive(copy, 1);
    expect(readdirSync(bases)).toEqual(['2027']);
    expect(archivedSegments(copy)).toEqual([late.firstSegment]);
    expect(readdirSync(wal)).not.toContain(`${first}.gz`);
  });

  test('of one database is refused to another', async () => {
    const other = newFolder('other');
    await expect(startEmbedded({ dataDir: other, archiveDir, durable: false })).rejects.toThrow(ArchiveError);
  });

  test('that cannot be written is an error in the log after minutes, and shown in the metrics', async () => {
    const { wal } = archiveFolders(archiveDir);
    renameSync(wal, `${wal}.away`);
    try {
      await runStatement(postgres.address, 'create table filler as select 1; select pg_switch_wal()');
      const status = join(dataDir, 'postgres', 'pg_wal', 'archive_status');
      const [waiting = ''] = readdirSync(status).filter((name) => name.endsWith('.ready'));
      const log = createLog('silent');
      const error = vi.spyOn(log, 'error');
      reportLag({ dataDir, archiveDir }, log);
      expect(error).not.toHaveBeenCalled();
      const longAgo = Date.now() / 1000 - 600;
      utimesSync(join(status, waiting), longAgo, longAgo);
      reportLag({ dataDir, archiveDir }, log);
      expect(error).toHaveBeenCalledWith(
        expect.objectContaining({ archiveDir }),
        expect.stringContaining('the write-ahead log is not archived'),
      );
      const metrics = createMetrics();
      showArchive(metrics, { dataDir, archiveDir });
      const [, seconds] = /^rangoli_archive_lag_seconds (\S+)$/m.exec(await metrics.registry.metrics()) ?? [];
      expect(Number(seconds)).toBeGreaterThan(590);
      expect(readArchiveState({ dataDir, archiveDir }).lastBaseAt).toEqual(new Date(base.finishedAt));
    } finally {
      renameSync(`${wal}.away`, wal);
    }
    await archiveAll();
  });
});

test('a gap is the first segment that is missing, over the turn of a number too', () => {
  const names = ['0000000100000000000000FE', '0000000100000000000000FF', '000000010000000100000000'];
  expect(gapAfter(names[0] ?? '', names)).toBeUndefined();
  expect(gapAfter(names[0] ?? '', [names[0] ?? '', names[2] ?? ''])).toBe(names[1]);
  expect(gapAfter(names[0] ?? '', names.slice(1))).toBe(names[0]);
  expect(gapAfter(names[0] ?? '', [])).toBe(names[0]);
});
