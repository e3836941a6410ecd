import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { auditFunctions } from './functions/auditedTables.ts';
import { keptTriggers } from './functions/keptTables.ts';
import { SchemaTooNewError } from './schemaErrors.ts';
import { keepOldSignatures } from './signatures.ts';

const FUNCTIONS = fileURLToPath(new URL('./functions', import.meta.url));

/** A function and the triggers that call it, as statements that replace the existing ones. */
export interface SqlFunction {
  /** The function's name; that of its file too, without `.sql`. */
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text, in hex. */
  readonly hash: string;
}

/** All functions and triggers of a release. */
export interface FunctionSet {
  /** Incremented with each change of db/functions, so that two sets can be ordered. */
  readonly version: number;
  readonly functions: readonly SqlFunction[];
}

/**
 * The text of a committed SQL file with LF line ends, independent of the checkout's settings, and its SHA-256 in hex.
 */
export function readSqlFile(path: string): { text: string; hash: string } {
  const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  return { text, hash: hashOf(text) };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * The functions of this code, in the order of their names, and their version as `npm run db:version` has written it: those of the
 * files, and those that lists beside them make (keptTables.ts, auditedTables.ts).
 */
export function committedFunctions(): FunctionSet {
  const { version } = committedVersion();
  const fromFiles = readdirSync(FUNCTIONS)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => ({ name: file.slice(0, -'.sql'.length), ...readSqlFile(`${FUNCTIONS}/${file}`) }))
    .map(({ name, text }) => ({ name, text: name === 'refuse_change' ? `${text}\n${keptTriggers()}` : text }));
  const functions = [...fromFiles, ...auditFunctions()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, text }) => ({ name, text, hash: hashOf(text) }));
  return { version, functions };
}

/** The content of db/functions/version.json: a version, and the hash of the functions that it belongs to. */
export function committedVersion(): { version: number; hash: string } {
  return JSON.parse(readFileSync(`${FUNCTIONS}/version.json`, 'utf8')) as { version: number; hash: string };
}

/** SHA-256 over the names and texts of all functions, in hex. */
export function hashOfAll(functions: readonly SqlFunction[]): string {
  const lines = functions.map(({ name, hash }) => `${name} ${hash}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/**
 * Brings functions and triggers to this set. Runs in a transaction after the migrations, so that functions can use
 * every table of the release. Applies each file whose text differs from the last applied one, and drops triggers that
 * no file contains any more. A signature that no file defines any more is kept for one version (keepOldSignatures).
 * Throws SchemaTooNewError, with nothing changed, when the database has a later version. Rejects with the file's name
 * when a statement fails.
 */
export async function applyFunctions(client: pg.Client, { version, functions }: FunctionSet): Promise<void> {
  const before = await appliedVersion(client);
  if (before > version) {
    throw new SchemaTooNewError(
      `The database's functions are newer than this server: version ${before}, here ${version}. ` +
        `Start the version that made them, or restore a backup from before.`,
    );
  }
  const applied = await appliedHashes(client);
  const changed = functions.filter(({ name, hash }) => applied.get(name) !== hash);
  const current = new Set(functions.map(({ name }) => name));
  const removed = [...applied.keys()].filter((name) => !current.has(name));

  await applyTexts(client, changed);
  await keepOldSignatures(client, {
    changed: changed.map(({ name }) => name),
    removed,
    isNewVersion: before < version,
  });
  await client.query('delete from drizzle.__applied_functions where name = any($1)', [removed]);
  if (before === version) return;
  await client.query(
    `insert into drizzle.__functions_version (version) values ($1)
       on conflict (single) do update set version = excluded.version`,
    [version],
  );
}

/** The version of the functions that the database has; 0 for none. */
async function appliedVersion(client: pg.Client): Promise<number> {
  await client.query(
    `create table if not exists drizzle.__functions_version (
       single boolean primary key default true check (single), version int not null)`,
  );
  const { rows } = await client.query<{ version: number }>('select version from drizzle.__functions_version');
  return rows[0]?.version ?? 0;
}

async function appliedHashes(client: pg.Client): Promise<Map<string, string>> {
  await client.query(
    'create table if not exists drizzle.__applied_functions (name text primary key, hash text not null)',
  );
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from drizzle.__applied_functions',
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/**
 * Function bodies are validated after all files are applied, so that functions can call each other whatever their
 * order.
 */
async function applyTexts(client: pg.Client, changed: readonly SqlFunction[]): Promise<void> {
  await client.query('set local check_function_bodies = off');
  for (const { name, text, hash } of changed) {
    await client.query(text).catch(failureOf(name));
    await client.query(
      'insert into drizzle.__applied_functions (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash',
      [name, hash],
    );
  }
  await client.query('set local check_function_bodies = on');
  for (const { name } of changed) {
    for (const [language, validator] of [
      ['sql', 'fmgr_sql_validator'],
      ['plpgsql', 'plpgsql_validator'],
    ]) {
      await client
        .query(
          `select pg_catalog.${validator}(p.oid) from pg_proc p join pg_language l on l.oid = prolang
            where pronamespace = 'public'::regnamespace and proname = $1 and lanname = $2
              and p.xmin = pg_current_xact_id()::xid`,
          [name, language],
        )
        .catch(failureOf(name));
    }
  }
}

function failureOf(name: string): (cause: unknown) => never {
  return (cause) => {
    throw new Error(`db/functions/${name}.sql failed; the database is as it was before.`, { cause });
  };
}
