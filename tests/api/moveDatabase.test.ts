import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTables, type TableShape } from '../../db/backup/contents.ts';
import { openLastSnapshot } from '../../db/backup/snapshot.ts';
import { openConnection } from '../../db/client.ts';
import { closeDatabase, DatabaseMovedError } from '../../db/closedMark.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { limitsFor } from '../../db/limits.ts';
import { migrate } from '../../db/migrate.ts';
import { withServices } from '../../server/composition/commandDatabase.ts';
import { moveDatabase } from '../../server/composition/moveDatabase.ts';
import { SeedKeyError } from '../../server/composition/seedKeys.ts';
import { type DatabaseConfig, readConfig } from '../../server/config/config.ts';
import { createTestDatabase, openBoth, type TestDatabase } from '../support/database.ts';
import { movableClock } from '../support/databaseClock.ts';
import { type EmptyDatabases, fingerprints, openEmptyDatabases, rowsOf } from '../support/emptyDatabases.ts';
import { memoryFolder } from '../support/memoryFolder.ts';
import { appAddressOf, runStatement, type ServerAddress } from '../support/postgres.ts';
import { nextContest, placeBets, type RunningGames, runGames } from '../support/rounds.ts';
import { TEST_SEED_KEY } from '../support/seedKey.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { databaseUrl } from '../support/databaseUrl.ts';

let source: TestDatabase & { disconnect(): Promise<void> };
let games: RunningGames;
let players: bigint[];
let empty: EmptyDatabases;
let folder: string;
/** Ids of all bets that were answered. */
const acknowledged: bigint[] = [];

beforeAll(async () => {
  empty = await openEmptyDatabases();
  folder = mkdtempSync(join(memoryFolder(), 'rangoli-move-'));
  chmodSync(folder, 0o711);
  source = await createTestDatabase();
  games = await runGames(source, { chainLength: 50 });
  // Makes the secrets of a first start.
  const addresses = { owner: source.address, app: source.app.address };
  await withServices(configOf(source.address), { addresses }, () => Promise.resolve());
  players = await givenPlayers(games, 4, { rupees: 100_000 });
  await betAll((await nextContest(games, 'sapreHalf')).id);
  await betAll((await nextContest(games, 'sapreHalf')).id);
});
afterAll(async () => {
  await source.close();
  await empty.close();
  rmSync(folder, { recursive: true, force: true });
});

async function betAll(contestId: bigint): Promise<void> {
  const bets = players.map((playerId, selection) => ({ playerId, contestId, selection, paise: 1_000n }));
  acknowledged.push(...(await placeBets(games, bets)));
}

const urlsOf = (address: ServerAddress) => ({
  url: databaseUrl(appAddressOf(address)),
  ownerUrl: databaseUrl(address),
});
const configOf = (address: ServerAddress, env: Record<string, string> = {}) =>
  readConfig({
    DATABASE_URL: urlsOf(address).url,
    DATABASE_OWNER_URL: urlsOf(address).ownerUrl,
    SEED_KEY: TEST_SEED_KEY,
    ...env,
  });

async function move(config: ReturnType<typeof readConfig>, target: DatabaseConfig): Promise<string> {
  const printed: string[] = [];
  await moveDatabase(config, target, (line) => printed.push(line));
  return printed.join('\n');
}

async function tablesOf(address: ServerAddress): Promise<TableShape[]> {
  const client = await openConnection(address, limitsFor('command'));
  const tables = await readTables(client);
  await client.end();
  return tables;
}

/** Hashes of all tables but those in which the move's own row in the audit log and its audit of the books are. */
async function content(address: ServerAddress): Promise<Record<string, string>> {
  const tables = await tablesOf(address);
  const grown = ['public.audit_log', 'public.log_pending', 'public.book_audits'];
  return fingerprints(address, { tables: tables.filter(({ name }) => !grown.includes(name)) });
}

test('a database that a server uses is not moved, and stays as it was', async () => {
  const target = await empty.make();
  await source.pool.query('select 1');
  await expect(move(configOf(source.address), urlsOf(target))).rejects.toThrow(
    /The database is in use: \d+ connections of servers or commands are open\. Stop them first/,
  );
  expect(await tablesOf(target)).toEqual([]);
  await migrate(source.address);
});

describe('moved while rounds ran', () => {
  let target: ServerAddress;
  let before: Record<string, string>;
  let printed: string;
  let gameId: string;

  beforeAll(async () => {
    target = await empty.make();
    const round = await nextContest(games, 'sapreHalf');
    gameId = round.gameId;
    // Bets until the server stops: what was answered counts.
    await betAll(round.id);
    const stopping = games.games.stop();
    await betAll(round.id);
    await stopping;
    await source.disconnect();
    before = await content(source.address);
    printed = await move(configOf(source.address), urlsOf(target));
  });

  test('it has everything that was acknowledged, the books are in order, and the log names the move', async () => {
    expect(printed).toContain('The books are in order.');
    expect(await content(target)).toEqual(before);
    const kept = new Set((await rowsOf<{ id: bigint }>(target, 'select id from bets')).map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    const [last] = await rowsOf<{ action: string; after: string }>(
      target,
      'select action, after from audit_log order by id desc limit 1',
    );
    expect(last).toMatchObject({ action: 'database:move' });
    expect(last?.after).toContain(target.database);
  });

  test('the source starts no server, takes no write, and is not moved again', async () => {
    const start = migrate(source.address);
    await expect(start).rejects.toThrow(DatabaseMovedError);
    await expect(start).rejects.toThrow(`was moved to localhost/${target.database}`);
    await expect(runStatement(source.address, 'update users set name = name')).rejects.toThrow('read-only transaction');
    await expect(move(configOf(source.address), urlsOf(await empty.make()))).rejects.toThrow(DatabaseMovedError);
    await expect(move(configOf(source.address), urlsOf(target))).resolves.toContain('The move was interrupted');
  });

  test('its rounds go on by the same chains', async () => {
    const { user } = source.address;
    // The clock of tests reads files, which its owner must be allowed to do.
    const owned = `alter function clock_now() owner to ${user}; grant execute on function clock_now() to ${target.user}`;
    await runStatement({ ...target, user }, `${movableClock()}; ${owned}`);
    const there = openBoth(target, { max: 4 });
    const later = await runGames(there, { startsAt: new Date(games.clock.now()).toISOString() });
    await nextContest(later, 'sapreHalf');
    const [decided] = await rowsOf(
      target,
      `select state::text, sha256(seed) = commitment as proven, (select count(*)::int from chains) as chains
         from contests where game_id = '${gameId}'`,
    );
    expect(decided).toEqual({ state: 'SETTLED', proven: true, chains: 3 });
    await later.games.stop();
    await there.close();
  });

  test('and it moves to a folder and back, with its key', { timeout: 60_000 }, async () => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o711);
    const earlier = await content(target);
    await expect(move(configOf(target, { SEED_KEY: '' }), { dataDir })).rejects.toThrow(SeedKeyError);
    expect(readdirSync(dataDir)).toEqual([]);
    await move(configOf(target), { dataDir });
    expect(readdirSync(dataDir)).toContain('postgres');

    writeFileSync(join(dataDir, 'seed.key'), TEST_SEED_KEY, { mode: 0o600 });
    const config = readConfig({ DATA_DIR: dataDir });
    const running = await startEmbedded({ dataDir, durable: false });
    const back = await empty.make();
    await expect(move(config, urlsOf(back))).rejects.toThrow('A server uses the database. Stop it first');
    await running.stop();
    expect(await move(config, urlsOf(back))).toContain(`Set SEED_KEY to the content of ${join(dataDir, 'seed.key')}`);
    expect(await content(back)).toEqual(earlier);
    await expect(move(config, urlsOf(await empty.make()))).rejects.toThrow(`was moved to localhost/${back.database}`);
  });
});

test('nobody writes to a database while its last state is read', async () => {
  const from = await empty.make();
  await migrate(from);
  const snapshot = await openLastSnapshot(from);
  const write = runStatement(from, `set lock_timeout = 50; update game_settings set profitability_index = 3`);
  await expect(write).rejects.toThrow('lock timeout');
  await snapshot.close();
  await migrate(from);
});

test('a target with tables is refused, and a move that fails leaves the source as it was', async () => {
  const [from, used, broken] = [await empty.make(), await empty.make(), await empty.make()];
  await migrate(from);
  await runStatement(used, 'create table mine (id int)');
  await expect(move(configOf(from), urlsOf(used))).rejects.toThrow('The database is not empty: it has 1 tables');
  const client = await openConnection(broken, limitsFor('command'));
  await closeDatabase(client);
  await client.end();
  await expect(move(configOf(from), urlsOf(broken))).rejects.toThrow('is not complete');
  await migrate(from);
});

test('a move that breaks off before anything is marked can be repeated', async () => {
  const [from, target] = [await empty.make(), await empty.make()];
  await migrate(from);
  const printed: string[] = [];
  const cut = moveDatabase(configOf(from), urlsOf(target), (line) => {
    printed.push(line);
    if (line.startsWith('Moving')) throw new Error('the process was ended');
  });
  await expect(cut).rejects.toThrow('the process was ended');
  await migrate(from);
  await move(configOf(from), urlsOf(target));
  await expect(migrate(from)).rejects.toThrow(DatabaseMovedError);
});
