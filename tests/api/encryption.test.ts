import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withConnection } from '../../db/client.ts';
import { limitsFor } from '../../db/limits.ts';
import { sealedTypes } from '../../server/domain/ground/values/sealedTypes.ts';
import { newestMails } from '../../server/domain/accounts/mails/mails.ts';
import { Keyring, newKey } from '../../server/platform/keyring.ts';
import { SealedIds } from '../../server/platform/sealedIds.ts';
import { Tokens } from '../../server/platform/tokens.ts';
import { encryptStored, type KeySources, openKeyring, SeedKeyError } from '../../server/composition/seedKeys.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { executeAt } from '../support/execute.ts';
import { memoryFolder } from '../support/memoryFolder.ts';
import { givenAdmin, givenPlayer, type Person } from '../support/world/people.ts';
import { TEST_SEED_KEY } from '../support/seedKey.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const oneKey = TEST_SEED_KEY;
const otherKey = newKey().toString('base64');
const NO_KEY = '';

let database: TestDatabase;
let running: TestServer | undefined;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await database.close();
});

/** Stops the running server, if any, and starts the next one at the same instant. */
async function start(seedKey: string): Promise<TestServer> {
  const { clock } = running ?? {};
  await running?.stop();
  running = undefined;
  running = await startTestServer({ database, ...(clock && { clock }), env: { SEED_KEY: seedKey } });
  return running;
}

const keyringFor = (sources: KeySources) =>
  withConnection(database.address, limitsFor('command'), (owner) => openKeyring(owner, sources));

/** A server with played rounds, mails of every kind and signed-in users. */
async function playedServer(seedKey: string): Promise<{ server: TestServer; player: Person }> {
  const server = await start(seedKey);
  const player = await givenPlayer(server, { rupees: 100 });
  await givenAdmin(server);
  const anybody = executeAt(server.url);
  for (const mutation of ['requestPasswordReset', 'requestSignInLink']) {
    await anybody(`mutation ($email: String!) { ${mutation}(input: { email: $email }) { __typename } }`, {
      email: player.email,
    });
  }
  await nextRound(server);
  await nextRound(server);
  return { server, player };
}

async function nextRound({ clock, contestClock }: TestServer): Promise<void> {
  clock.advance(30_000);
  await contestClock.idle();
}

/** Every value of every table: as text, and the raw bytes of each bytea. */
async function dump(): Promise<{ text: string; values: Buffer[] }> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  let text = '';
  const values: Buffer[] = [];
  for (const { name } of tables) {
    const { rows } = await database.pool.query<Record<string, unknown>>(`select * from ${name}`);
    for (const value of rows.flatMap((row) => Object.values(row))) {
      if (Buffer.isBuffer(value)) values.push(value);
      text += `\n${Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item))}`;
    }
  }
  return { text, values };
}

/** Every run of `length` bytes in the stored values. Longer ones than a seed with nonce and tag hold text. */
function runsOf(values: readonly Buffer[], length: number): Buffer[] {
  const runs = values
    .filter((value) => value.length <= 64)
    .flatMap((value) =>
      Array.from({ length: Math.max(0, value.length - length + 1) }, (_, at) => value.subarray(at, at + length)),
    );
  return [...new Map(runs.map((run) => [run.toString('hex'), run])).values()];
}

/** What an attacker can do with a complete copy of the database and nothing else. */
async function extractSecrets({ text, values }: Awaited<ReturnType<typeof dump>>, player: Person) {
  const { rows } = await database.pool.query<{ commitment: Buffer }>(
    `select commitment from contests where state = 'OPEN'`,
  );
  const commitments = new Set(rows.map(({ commitment }) => commitment.toString('hex')));
  const leadsToRunningRound = (candidate: Buffer) => {
    let seed = candidate;
    for (let steps = 0; steps < 1_000; steps++) {
      seed = createHash('sha256').update(seed).digest();
      if (commitments.has(seed.toString('hex'))) return true;
    }
    return false;
  };
  const secrets = runsOf(values, 32);
  const signs = secrets.map((secret) => new Tokens(secret).readAccess(player.accessToken, new Date(0)));
  return {
    predicts: secrets.some(leadsToRunningRound),
    forgesTokens: signs.some((claims) => claims !== null),
    forgesIds: runsOf(values, 16).some((key) => new SealedIds(key, sealedTypes).openAs('User', player.id) !== null),
    readsPassword: text.includes(player.password),
    followsLinks: /[?&]s=|signInToken=/.test(text),
  };
}

describe('a copy of the whole database', () => {
  it('predicts no number and grants no access', { timeout: 60_000 }, async () => {
    const { player } = await playedServer(oneKey);
    expect(await extractSecrets(await dump(), player)).toEqual({
      predicts: false,
      forgesTokens: false,
      forgesIds: false,
      readsPassword: false,
      followsLinks: false,
    });
  });

  it(
    'does all of that where nothing is encrypted, so that the test above means something',
    { timeout: 60_000 },
    async () => {
      const { player } = await playedServer(NO_KEY);
      expect(await extractSecrets(await dump(), player)).toEqual({
        predicts: true,
        forgesTokens: true,
        forgesIds: true,
        readsPassword: true,
        followsLinks: true,
      });
    },
  );
});

async function keyIds(): Promise<(string | null)[]> {
  const { rows } = await database.pool.query<{ key_id: string | null }>(
    `select key_id from chain_checkpoints union select key_id from server_secrets union select key_id from mails where body is not null`,
  );
  return rows.map((row) => row.key_id);
}

const idOf = (key: string) => new Keyring([Buffer.from(key, key.length === 64 ? 'hex' : 'base64')]).keyId;

/** The player's session still works, old mails can be read, and the round that ran is decided. */
async function expectNothingLost(server: TestServer, player: Person): Promise<void> {
  const { viewer } = await executeAt(server.url, player.accessToken)('{ viewer { user { id } } }');
  expect(viewer.user.id).toBe(player.id);
  const mails = await newestMails(server.services);
  expect(mails.some(({ body }) => body?.includes(player.password))).toBe(true);
  const before = await decidedRounds();
  await nextRound(server);
  expect(await decidedRounds()).toBe(before + 1);
}

async function decidedRounds(): Promise<number> {
  const { rowCount } = await database.pool.query(
    `select from contests where game_type = 'sapreHalf' and seed is not null`,
  );
  return rowCount ?? 0;
}

describe('changing the key', () => {
  it('encrypts what was in clear at the first start with a key', { timeout: 60_000 }, async () => {
    const { player } = await playedServer(NO_KEY);
    expect(await keyIds()).toEqual([null]);
    const server = await start(oneKey);
    expect(await keyIds()).toEqual([idOf(oneKey)]);
    await expectNothingLost(server, player);
  });

  it(
    'encrypts everything with the first of several keys, after which the others are not needed',
    { timeout: 60_000 },
    async () => {
      const { player } = await playedServer(oneKey);
      await start(`${otherKey},${oneKey}`);
      expect(await keyIds()).toEqual([idOf(otherKey)]);
      await expectNothingLost(await start(otherKey), player);
    },
  );

  it(
    'refuses to start without the key, or with another, and says which variable is wrong',
    { timeout: 60_000 },
    async () => {
      await start(oneKey);
      await expect(start(NO_KEY)).rejects.toThrow(
        `SEED_KEY is not set: this database holds values encrypted with the key ${idOf(oneKey)}`,
      );
      await expect(start(otherKey)).rejects.toThrow(
        `SEED_KEY lacks a key: this database holds values encrypted with the key ${idOf(oneKey)}`,
      );
      expect(await keyIds()).toEqual([idOf(oneKey)]);
    },
  );

  it('refuses to encrypt anew what was tampered with, and leaves it as it is', async () => {
    await start(oneKey);
    await running?.stop();
    running = undefined;
    await database.pool.query(`update server_secrets set value = set_byte(value, 20, get_byte(value, 20) # 1)`);
    const keyring = new Keyring([newKey(), Buffer.from(oneKey, 'hex')]);
    const attempt = withConnection(database.address, limitsFor('command'), (owner) => encryptStored(owner, keyring));
    await expect(attempt).rejects.toThrow('does not decrypt');
    expect(await keyIds()).toEqual([idOf(oneKey)]);
  });
});

describe('the key file of the embedded database', () => {
  let dataDir: string;
  let file: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(memoryFolder(), 'rangoli-key-'));
    file = join(dataDir, 'seed.key');
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('is made once, for its owner only, beside the folder of the data', async () => {
    const [one, other] = await Promise.all([keyringFor({ given: [], dataDir }), keyringFor({ given: [], dataDir })]);
    expect(one.keyId).toBe(other.keyId);
    expect((await keyringFor({ given: [], dataDir })).keyId).toBe(one.keyId);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toMatch(/^\S{44}\n$/);
  });

  it('is not made where SEED_KEY is set, where the database is the operator’s own, or where another key is needed', async () => {
    await keyringFor({ given: [newKey()], dataDir });
    expect(existsSync(file)).toBe(false);
    expect((await keyringFor({ given: [], dataDir: undefined })).keyId).toBeNull();
    await start(oneKey);
    await expect(keyringFor({ given: [], dataDir })).rejects.toThrow(SeedKeyError);
    await expect(keyringFor({ given: [], dataDir })).rejects.toThrow(`put back the key file ${file}`);
    expect(existsSync(file)).toBe(false);
  });

  it('still decrypts once SEED_KEY is set, and is refused when it holds no key', async () => {
    const fromFile = await keyringFor({ given: [], dataDir });
    const both = await keyringFor({ given: [Buffer.from(oneKey, 'hex')], dataDir });
    expect([both.keyId, both.has(fromFile.keyId ?? '')]).toEqual([idOf(oneKey), true]);
    writeFileSync(file, '');
    await expect(keyringFor({ given: [], dataDir })).rejects.toThrow('holds no key');
  });
});
