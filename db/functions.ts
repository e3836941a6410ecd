import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const FUNCTIONS = fileURLToPath(new URL('./functions', import.meta.url));

/** One file of db/functions: a function and the triggers that call it, as statements that replace what is there. */
export interface SqlFunction {
  /** The file's name without `.sql`: the function's name. */
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text, in hex. */
  readonly hash: string;
}

/** The text of a committed SQL file with LF line ends, whatever the checkout made of them, and its SHA-256 in hex. */
export function readSqlFile(path: string): { text: string; hash: string } {
  const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  return { text, hash: createHash('sha256').update(text).digest('hex') };
}

/** The SQL functions of this release, in the order of their names. */
export function committedFunctions(): SqlFunction[] {
  return readdirSync(FUNCTIONS)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({ name: file.slice(0, -'.sql'.length), ...readSqlFile(`${FUNCTIONS}/${file}`) }));
}

/**
 * Applies each function whose text differs from the one applied last. For use inside the migration's transaction, after
 * the migrations: functions may use every table of this release. Rejects, naming the file, when a statement fails.
 */
export async function applyFunctions(client: pg.Client, functions: readonly SqlFunction[]): Promise<void> {
  await client.query(
    'create table if not exists drizzle.__applied_functions (name text primary key, hash text not null)',
  );
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from drizzle.__applied_functions',
  );
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  for (const { name, text, hash } of functions) {
    if (applied.get(name) === hash) continue;
    await client.query(text).catch((cause: unknown) => {
      throw new Error(`db/functions/${name}.sql failed; the database is as it was before.`, { cause });
    });
    await client.query(
      'insert into drizzle.__applied_functions (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash',
      [name, hash],
    );
  }
}
