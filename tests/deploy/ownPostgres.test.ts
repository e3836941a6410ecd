import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { APP_ROLE } from '../../db/roles.ts';
import { moveDatabase } from '../../server/composition/moveDatabase.ts';
import { resumeInPlace } from '../../server/composition/restoreBackup.ts';
import { readConfig } from '../../server/config/config.ts';
import { createTestDatabase, openBoth, type TestDatabase } from '../support/database.ts';
import { WITHOUT_CLOCK } from '../support/databaseClock.ts';
import { rowsOf } from '../support/emptyDatabases.ts';
import { appAddressOf, runStatement, type ServerAddress } from '../support/postgres.ts';
import { nextContest, placeBets, type RunningGames, runGames } from '../support/rounds.ts';
import { TEST_SEED_KEY } from '../support/seedKey.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { type DebianPostgres, makeDebianPostgres } from './debianPostgres.ts';
import { ensureProgram } from './programs.ts';
import { databaseUrl } from '../support/databaseUrl.ts';

let postgres: DebianPostgres;
let pgbackrest: string;
beforeAll(async () => {
  pgbackrest = ensureProgram('pgbackrest', 'pgbackrest');
  postgres = await makeDebianPostgres((folder) => [
    'archive_mode = on',
    `archive_command = '${pgbackrest} --config=${folder}/pgbackrest.conf --stanza=rangoli archive-push %p'`,
  ]);
  const { folder, cluster, address } = postgres;
  // That of server/deploy/backup.md, with the folders of this test.
  writeFileSync(
    join(folder, 'pgbackrest.conf'),
    `[global]
repo1-path=${folder}/repo
repo1-retention-full=7
start-fast=y
log-level-file=off
lock-path=${folder}/lock
spool-path=${folder}/spool

[rangoli]
pg1-path=${cluster}
pg1-socket-path=${folder}
pg1-port=${address.port}
pg1-user=${address.user}
`,
  );
  await runStatement(address, `create role ${APP_ROLE} login`);
}, 120_000);
afterAll(() => {
  postgres.stop();
  postgres.remove();
});

const configOf = (address: ServerAddress) =>
  readConfig({
    DATABASE_URL: databaseUrl(appAddressOf(address)),
    DATABASE_OWNER_URL: databaseUrl(address),
    SEED_KEY: TEST_SEED_KEY,
  });
const backrest = (...args: string[]) =>
  postgres.run(pgbackrest, `--config=${postgres.folder}/pgbackrest.conf`, '--stanza=rangoli', ...args);

async function makeDatabase(name: string): Promise<ServerAddress> {
  await runStatement(postgres.address, `create database ${name}`);
  return { ...postgres.address, database: name };
}

async function betAll(games: RunningGames, players: readonly bigint[]): Promise<bigint[]> {
  const { id: contestId } = await nextContest(games, 'sapreHalf');
  return placeBets(
    games,
    players.map((playerId, selection) => ({ playerId, contestId, selection, paise: 1_000n })),
  );
}

const idsOf = async (address: ServerAddress) =>
  (await rowsOf<{ id: bigint }>(address, 'select id from bets order by id')).map(({ id }) => id);

it('a database moves from the embedded PostgreSQL 18 to a PostgreSQL 15, and back', async () => {
  const source = await createTestDatabase();
  const games = await runGames(source, { chainLength: 50 });
  const bets = await betAll(games, await givenPlayers(games, 4, { rupees: 1_000 }));
  await games.games.stop();
  await source.disconnect();
  const target = await makeDatabase('moved');
  await moveDatabase(configOf(source.address), configOf(target).database, () => {});
  expect(await idsOf(target)).toEqual(bets);
  const back = { ...source.address, database: `${source.address.database}_back` };
  await runStatement({ ...source.address, database: 'postgres' }, `create database ${back.database}`);
  await moveDatabase(configOf(target), configOf(back).database, () => {});
  expect(await idsOf(back)).toEqual(bets);
  await runStatement({ ...source.address, database: 'postgres' }, `drop database ${back.database} with (force)`);
  await source.close();
}, 120_000);

/** pgbackrest keeps the end of a backup in whole seconds, and restores only from one that ended in a second before the target's. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1_000);
  const before = second();
  await vi.waitUntil(() => second() > before, 5_000);
}

it('pgbackrest restores a PostgreSQL of one’s own to a moment, and the commands of server/deploy/backup.md make it fit to go on', async () => {
  backrest('stanza-create');
  const address = await makeDatabase('played');
  await migrate(address, { appRole: APP_ROLE });
  await runStatement(address, `delete from drizzle.__applied_functions where name = 'db_now'`);
  await runStatement(address, WITHOUT_CLOCK);
  const database: TestDatabase = openBoth(address, { max: 4 });
  const games = await runGames(database, { chainLength: 50 });
  const players = await givenPlayers(games, 4, { rupees: 1_000 });
  const before = await betAll(games, players);
  backrest('backup', '--type=full');
  await nextSecond();
  before.push(...(await betAll(games, players)));
  const [{ at } = { at: '' }] = await rowsOf<{ at: string }>(address, `select clock_timestamp()::text as at`);
  await betAll(games, players);
  await games.games.stop();
  await database.close();
  await runStatement(address, 'select pg_switch_wal()');
  await vi.waitFor(async () => {
    const [state] = await rowsOf(address, `select last_archived_time > '${at}' as done from pg_stat_archiver`);
    expect(state).toEqual({ done: true });
  }, 20_000);

  postgres.stop();
  backrest('restore', '--delta', '--type=time', `--target=${at}`, '--target-action=promote');
  postgres.start();
  await vi.waitFor(async () => {
    expect(await rowsOf(address, 'select pg_is_in_recovery() as recovering')).toEqual([{ recovering: false }]);
  }, 20_000);
  expect(await idsOf(address)).toEqual(before);
  const printed: string[] = [];
  const isInOrder = await resumeInPlace(configOf(address), { lengthOf: () => 20, print: (line) => printed.push(line) });
  expect(isInOrder, printed.join('\n')).toBe(true);
  expect(await rowsOf(address, 'select count(*)::int as chains from chains where retired_at is null')).toEqual([
    { chains: 3 },
  ]);
}, 120_000);
