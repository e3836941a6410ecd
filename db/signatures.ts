import type pg from 'pg';

interface Changes {
  /** Names of the functions whose files have been applied in this transaction. */
  readonly changed: readonly string[];
  /** Names of functions that no longer have a file. */
  readonly removed: readonly string[];
  /** Whether this is a later version of the functions than the database had. */
  readonly isNewVersion: boolean;
}

/** Condition on pg_proc and pg_trigger: rows that no file of this transaction has written. */
const UNTOUCHED = 'xmin <> pg_current_xact_id()::xid';

/**
 * Servers of the previous release may still run while the database is migrated. So a function with a changed signature
 * (name and parameter types) stays beside the new one, with its old text and privileges, and is dropped with the next
 * version. Triggers and their functions, which no server calls, are dropped at once.
 */
export async function keepOldSignatures(client: pg.Client, { changed, removed, isNewVersion }: Changes): Promise<void> {
  await client.query('create table if not exists drizzle.__kept_signatures (signature text primary key)');
  if (isNewVersion) await dropOverdue(client);
  if (changed.length + removed.length === 0) return;
  await dropTriggers(client, changed);
  await dropTriggerFunctions(client, removed);
  await client.query(
    `insert into drizzle.__kept_signatures
     select oid::regprocedure::text from pg_proc
      where pronamespace = 'public'::regnamespace and proname = any($1) and ${UNTOUCHED}
     on conflict do nothing`,
    [[...changed, ...removed]],
  );
}

/** The signatures that servers of the previous release may still call. */
export async function keptSignatures(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ signature: string }>('select signature from drizzle.__kept_signatures');
  return new Set(rows.map(({ signature }) => signature));
}

/** Signatures kept since an earlier version, except those that a file defines again. */
async function dropOverdue(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from drizzle.__kept_signatures k
       join pg_proc p on p.oid = to_regprocedure(k.signature) and p.${UNTOUCHED}`,
  );
  for (const { signature } of rows) await client.query(`drop function ${signature}`);
  await client.query('delete from drizzle.__kept_signatures');
}

/** Triggers that a changed file defined before and no longer defines. */
async function dropTriggers(client: pg.Client, changed: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
       from pg_trigger t join pg_proc p on p.oid = tgfoid
      where pronamespace = 'public'::regnamespace and proname = any($1) and not tgisinternal and t.${UNTOUCHED}`,
    [changed],
  );
  for (const { statement } of rows) await client.query(statement);
}

async function dropTriggerFunctions(client: pg.Client, removed: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
      where pronamespace = 'public'::regnamespace and proname = any($1) and prorettype = 'trigger'::regtype`,
    [removed],
  );
  for (const { signature } of rows) await client.query(`drop function ${signature} cascade`);
}
