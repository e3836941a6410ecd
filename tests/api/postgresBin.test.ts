import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionOptions, type DatabaseAddress } from '../../db/client.ts';
import { unprivilegedAccount } from '../../db/embedded/account.ts';
import { PostgresBinError, postgresBinaries } from '../../db/embedded/binaries.ts';
import { OtherVersionError } from '../../db/embedded/cluster.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { memoryFolder } from '../support/memoryFolder.ts';

const DEBIAN = '/usr/lib/postgresql';

let folder: string;
/** Another installation's programs: Debian's where there are any, else those of the npm package by another path. */
let bin: string;
beforeAll(() => {
  folder = mkdtempSync(join(memoryFolder(), 'rangoli-bin-'));
  chmodSync(folder, 0o711);
  bin = debianPrograms() ?? linkedPrograms();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function debianPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => Number(name) >= 15) : [];
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((path) => existsSync(join(path, 'initdb')));
}

function linkedPrograms(): string {
  const linked = join(folder, 'other');
  symlinkSync(
    postgresBinaries(unprivilegedAccount(), () => {}),
    linked,
  );
  return join(linked, 'bin');
}

async function one(address: DatabaseAddress, question: string): Promise<string> {
  const client = new pg.Client(connectionOptions(address));
  await client.connect();
  const { rows } = await client.query<{ answer: string }>(question);
  await client.end();
  return rows[0]?.answer ?? '';
}

test('another PostgreSQL makes the embedded database, runs it with all of the schema, and starts it again', async () => {
  const dataDir = join(folder, 'data');
  const first = await startEmbedded({ dataDir, bin, durable: false });
  await migrate(first.address, {});
  const program = await one(first.address, `select setting as answer from pg_config() where name = 'BINDIR'`);
  if (bin.startsWith(DEBIAN)) expect(program).toBe(bin);
  const version = await one(first.address, `select current_setting('server_version_num')::int / 10000 as answer`);
  expect(Number(version)).toBeGreaterThanOrEqual(15);
  // As with the programs of the npm packages: code point order, and letters of every script have case.
  expect(await one(first.address, `select ('a' > 'Z')::text || upper('é') as answer`)).toBe('trueÉ');
  await first.stop();
  const second = await startEmbedded({ dataDir, bin, durable: false });
  expect(await one(second.address, 'select count(*)::text as answer from contests')).toBe('0');
  await second.stop();
});

test('data of another major version is refused, with both versions', async () => {
  const dataDir = join(folder, 'old');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  chmodSync(dataDir, 0o711);
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '13\n');
  const starting = startEmbedded({ dataDir, bin, durable: false });
  await expect(starting).rejects.toThrow(OtherVersionError);
  await expect(startEmbedded({ dataDir, durable: false })).rejects.toThrow(
    /was made by PostgreSQL 13, and the programs in .* are of PostgreSQL 18.*POSTGRES_BIN/,
  );
});

test.each<[string, (path: string) => void, RegExp]>([
  ['that is missing', () => {}, /^POSTGRES_BIN: there is no program initdb/],
  ['without programs', (path) => mkdirSync(path), /^POSTGRES_BIN: there is no program initdb/],
  [
    'whose programs are no PostgreSQL',
    (path) => writePrograms(path, '#!/bin/sh\necho gcc 12.2\n'),
    /^POSTGRES_BIN: .* is no PostgreSQL/,
  ],
  ['whose programs fail', (path) => writePrograms(path, '#!/bin/sh\nexit 3\n'), /^POSTGRES_BIN: .* --version failed/],
  [
    'of an old PostgreSQL',
    (path) => writePrograms(path, '#!/bin/sh\necho "postgres (PostgreSQL) 14.25"\n'),
    /^POSTGRES_BIN: PostgreSQL 14\.25 is too old; it takes 15/,
  ],
])('a folder %s stops the start, naming the variable', async (name, make, sentence) => {
  const wrong = join(folder, name.replaceAll(' ', '-'));
  make(wrong);
  const starting = startEmbedded({ dataDir: join(folder, 'unused'), bin: wrong, durable: false });
  await expect(starting).rejects.toThrow(PostgresBinError);
  await expect(startEmbedded({ dataDir: join(folder, 'unused'), bin: wrong })).rejects.toThrow(sentence);
  expect(existsSync(join(folder, 'unused', 'postgres'))).toBe(false);
});

function writePrograms(path: string, text: string): void {
  mkdirSync(path);
  for (const name of ['initdb', 'postgres', 'pg_ctl']) writeFileSync(join(path, name), text, { mode: 0o755 });
}
