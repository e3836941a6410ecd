import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import {
  checkpointPlace,
  mailBodyPlace,
  secondFactorPlace,
  secretPlace,
} from '../domain/ground/values/storedPlaces.ts';
import { Keyring, newKey, parseKeys, type Place } from '../platform/keyring.ts';

export const KEY_FILE = 'seed.key';
/** Rows encrypted per transaction: some 50 ms, so that concurrent writers wait for one batch at most. */
const ROWS_AT_ONCE = 500;

/** The given keys don't match the database. */
export class SeedKeyError extends Error {
  override readonly name = 'SeedKeyError';
}

export interface KeySources {
  /** SEED_KEY: the first encrypts. */
  readonly given: readonly Buffer[];
  /** The embedded database's folder, which holds the key file; undefined with a database of the operator's own. */
  readonly dataDir?: string | undefined;
}

/**
 * The keys for this database: SEED_KEY and, with the embedded database, the key file beside its data, which is created
 * if there is no key yet. Throws SeedKeyError when the database contains values whose key is missing. For the owner
 * role, after the migration.
 */
export async function seedKeys(owner: pg.ClientBase, { given, dataDir }: KeySources): Promise<readonly Buffer[]> {
  const needed = await keyIdsInUse(owner);
  refuseMissingKeys(needed, { given, dataDir });
  const keys = keysAtHand({ given, dataDir });
  return keys.length === 0 && dataDir !== undefined ? makeKeyFile(join(dataDir, KEY_FILE)) : keys;
}

/** Throws SeedKeyError where one of the keys `needed` (ids) is not at hand. */
export function refuseMissingKeys(needed: readonly string[], sources: KeySources): void {
  const keys = keysAtHand(sources);
  const missing = missingKeyIds(needed, keys);
  const file = sources.dataDir === undefined ? undefined : join(sources.dataDir, KEY_FILE);
  if (missing.length > 0) throw new SeedKeyError(missingKeys(missing, keys.length > 0, file));
}

/** The given keys and that of the file: after SEED_KEY has been set, values may still be encrypted with the file's key. */
function keysAtHand({ given, dataDir }: KeySources): Buffer[] {
  return [...given, ...(dataDir === undefined ? [] : keysInFile(join(dataDir, KEY_FILE)))];
}

/** The keys at hand, for manifests of backups. Makes none. */
export function manifestKeys(sources: KeySources): Keyring {
  return new Keyring(keysAtHand(sources));
}

function missingKeyIds(needed: readonly string[], keys: readonly Buffer[]): string[] {
  const keyring = new Keyring(keys);
  return needed.filter((keyId) => !keyring.has(keyId));
}

/**
 * For a backup with values under the keys `needed`: the ids of those that are not at hand, which `newKey` allows to be. Then
 * there is another key, in SEED_KEY or, with the embedded database, in the key file, which is created if need be. Throws as
 * refuseLostKeys does.
 */
export function lostKeyIds(needed: readonly string[], sources: KeySources, newKey: boolean): string[] {
  const missing = refuseLostKeys(needed, sources, newKey);
  if (missing.length > 0 && keysAtHand(sources).length === 0 && sources.dataDir !== undefined) {
    makeKeyFile(join(sources.dataDir, KEY_FILE));
  }
  return missing;
}

/**
 * The same without making a key. Throws SeedKeyError where a key is missing without `newKey`, where none is with it, and where
 * there is no other one.
 */
export function refuseLostKeys(needed: readonly string[], sources: KeySources, newKey: boolean): string[] {
  const keys = keysAtHand(sources);
  const missing = missingKeyIds(needed, keys);
  const file = sources.dataDir === undefined ? undefined : join(sources.dataDir, KEY_FILE);
  if (missing.length === 0) {
    if (newKey) throw new SeedKeyError("The backup's key is at hand: restore it without --new-key.");
    return [];
  }
  if (!newKey) {
    throw new SeedKeyError(
      `The backup holds values encrypted with the key ${missing.join(', ')} (its id), which is not at hand. Set SEED_KEY ` +
        `to it${file === undefined ? '' : `, or put the key file back to ${file}`}. If it is lost for good, add --new-key: ` +
        'then running rounds become void, and second factors, unsent mails and marks of closed accounts are given up.',
    );
  }
  if (keys.length === 0 && file === undefined) {
    throw new SeedKeyError('SEED_KEY must be set to a new key (openssl rand -base64 32).');
  }
  return missing;
}

/** The same keys as a keyring. */
export async function openKeyring(owner: pg.ClientBase, sources: KeySources): Promise<Keyring> {
  return new Keyring(await seedKeys(owner, sources));
}

function missingKeys(missing: readonly string[], hasKeys: boolean, file: string | undefined): string {
  const orFile = file === undefined ? '' : `, or put back the key file ${file}`;
  return (
    `${hasKeys ? 'SEED_KEY lacks a key' : 'SEED_KEY is not set'}: this database holds values encrypted with the key ` +
    `${missing.join(', ')} (its id). Set SEED_KEY to that key, or add it after a comma${orFile}.`
  );
}

function keysInFile(file: string): Buffer[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new SeedKeyError(`SEED_KEY is kept in ${file}, which cannot be read: ${(error as Error).message}`);
  }
  const keys = parseKeys(text.trim());
  if (keys === null) throw new SeedKeyError(`SEED_KEY is kept in ${file}, which holds no key: put back the right one.`);
  return keys;
}

/**
 * Creates the key file, synced to disk before anything is encrypted with its key. With several processes only one
 * creates it.
 */
function makeKeyFile(file: string): Buffer[] {
  const draft = `${file}.${process.pid}`;
  const descriptor = openSync(draft, 'w', 0o600);
  writeFileSync(descriptor, `${newKey().toString('base64')}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return keysInFile(file);
}

interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** Columns that identify a row; `placeOf` combines their values as text into the place. */
  readonly key: readonly string[];
  readonly placeColumns: readonly string[];
  readonly placeOf: (row: Readonly<Record<string, unknown>>) => Place;
}

const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'server_secrets',
    column: 'value',
    key: ['name'],
    placeColumns: [],
    placeOf: ({ name }) => secretPlace(name as string),
  },
  {
    table: 'chain_checkpoints',
    column: 'seed',
    key: ['chain_id', 'index'],
    placeColumns: [],
    placeOf: (row) => checkpointPlace(row['chain_id'] as bigint, row['index'] as number),
  },
  {
    table: 'mails',
    column: 'body',
    key: ['id'],
    placeColumns: ['recipient', 'subject', 'created_at'],
    placeOf: (row) =>
      mailBodyPlace({
        recipient: row['recipient'] as string,
        subject: row['subject'] as string,
        createdAt: row['created_at'] as Date,
      }),
  },
  {
    table: 'second_factors',
    column: 'secret',
    key: ['id'],
    placeColumns: ['user_id', 'created_at'],
    placeOf: (row) => secondFactorPlace({ userId: row['user_id'] as bigint, createdAt: row['created_at'] as Date }),
  },
];

async function keyIdsInUse(owner: pg.ClientBase): Promise<string[]> {
  const used = encryptedColumns.map(
    ({ table, column }) => `select key_id from ${table} where ${column} is not null and key_id is not null`,
  );
  const { rows } = await owner.query<{ key_id: string }>(`${used.join(' union ')} order by key_id`);
  return rows.map((row) => row.key_id);
}

/**
 * Encrypts with the first key everything stored in clear or under another key, in batches: after an interruption the
 * next start continues. Returns the number of values. For the owner role.
 */
export async function encryptStored(owner: pg.ClientBase, keyring: Keyring): Promise<number> {
  if (keyring.keyId === null) return 0;
  let total = 0;
  for (const stored of encryptedColumns) {
    for (;;) {
      const count = await encryptPiece(owner, keyring, stored);
      total += count;
      if (count < ROWS_AT_ONCE) break;
    }
  }
  return total;
}

async function encryptPiece(client: pg.ClientBase, keyring: Keyring, stored: EncryptedColumn): Promise<number> {
  const { table, column, key, placeColumns, placeOf } = stored;
  const identified = key.map((name, at) => `${name} = $${at + 3}`).join(' and ');
  await client.query('begin');
  const { rows } = await client.query<Record<string, unknown>>(
    `select ${[...key, ...placeColumns].join(', ')}, ${column} as stored_value, key_id from ${table}
      where ${column} is not null and key_id is distinct from $1 order by ${key.join(', ')} limit ${ROWS_AT_ONCE} for update`,
    [keyring.keyId],
  );
  for (const row of rows) {
    const place = placeOf(row);
    const was = { value: row['stored_value'] as Buffer, keyId: row['key_id'] as string | null };
    const { value, keyId } = keyring.encrypt(place, keyring.decrypt(place, was));
    await client.query(`update ${table} set ${column} = $1, key_id = $2 where ${identified}`, [
      value,
      keyId,
      ...key.map((name) => row[name]),
    ]);
  }
  await client.query('commit');
  return rows.length;
}
