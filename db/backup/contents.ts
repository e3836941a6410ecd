import type pg from 'pg';
import { RELEASE } from '../release.ts';
import { type MoneyMode, storedMoneyMode } from '../moneyMode.ts';

/** A table of the database, with the columns that hold data of their own. */
export interface TableShape {
  /** Schema and name, as `public.bets`. */
  readonly name: string;
  readonly columns: readonly string[];
}

export interface SequenceState {
  readonly name: string;
  /** A bigint in decimal. */
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** What a complete copy of a database consists of, besides the rows. */
export interface Contents {
  /** By the database's clock: everything that was acknowledged before this instant is in the copy. ISO 8601. */
  readonly moment: string;
  /** Position in the write-ahead log, such as `0/3A1B2C8`. */
  readonly walPosition: string;
  /** The release that made the copy; null: one that didn't name itself. */
  readonly release: string | null;
  readonly postgresVersion: string;
  readonly migrations: readonly { readonly when: number; readonly hash: string }[];
  readonly functionsVersion: number;
  /** How far the database's clock was ahead of the machine's, in milliseconds. */
  readonly leadMs: number;
  /** Ids of the keys that stored values are encrypted with; empty where all are in clear. */
  readonly keyIds: readonly string[];
  /** The kind of money in it; null where nothing has been started on it. */
  readonly moneyMode: MoneyMode | null;
  /** The newest row of the audit log. */
  readonly auditHead: AuditHead;
  /** Those that bets and transfers have partitions for, such as 2611. */
  readonly months: readonly number[];
  /** Each after those that its foreign keys refer to. A partitioned table is one table. */
  readonly tables: readonly TableShape[];
  readonly sequences: readonly SequenceState[];
}

export interface AuditHead {
  readonly id: string;
  /** In hex. */
  readonly hash: string;
  /** Number of rows. */
  readonly count: string;
}

/**
 * Tables that every migration fills by itself, the files of download links, and the mark of a closed database. They are not
 * copied.
 */
const NOT_COPIED = [
  'public.download_files',
  'public.download_pieces',
  'drizzle.__applied_functions',
  'drizzle.__functions_version',
  'drizzle.__applied_privileges',
  'drizzle.__closed',
];

/** Every table, in an order in which their rows can be inserted. */
export async function readTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select n.nspname || '.' || c.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname || '.' || c.relname <> all($1)
      order by 1`,
    [NOT_COPIED],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select distinct fn.nspname || '.' || f.relname as from, tn.nspname || '.' || t.relname as to
       from pg_constraint k
       join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
       join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
      where k.contype = 'f' and k.conrelid <> k.confrelid`,
  );
  return inOrderOfReferences(tables, references);
}

function inOrderOfReferences(
  tables: readonly TableShape[],
  references: readonly { from: string; to: string }[],
): TableShape[] {
  const ordered: TableShape[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    );
    if (ready.length === 0) {
      throw new Error(`These tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}.`);
    }
    for (const table of ready) waiting.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

/**
 * What the database consists of, in the snapshot of the open transaction. `moment` was read before that began. Sequences
 * are read as they are now, which is not before the snapshot.
 */
export async function readContents(client: pg.ClientBase, moment: Date): Promise<Contents> {
  const sequences = await readSequences(client);
  const tables = await readTables(client);
  const { rows } = await client.query<{ walPosition: string; postgresVersion: string }>(
    `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as "walPosition",
            current_setting('server_version') as "postgresVersion"`,
  );
  const [server] = rows;
  if (!server) throw new Error('the database gave no version');
  return {
    moment: moment.toISOString(),
    ...server,
    release: RELEASE,
    migrations: await readMigrations(client),
    functionsVersion: await readFunctionsVersion(client),
    leadMs: await readLead(client),
    moneyMode: await storedMoneyMode(client),
    keyIds: await readKeyIds(client),
    auditHead: await readAuditHead(client),
    months: await readMonths(client),
    tables,
    sequences,
  };
}

/** Empty in a database from before there were months. */
export async function readMonths(client: pg.ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ month: number }>(
    `select substring(c.relname from 6)::int as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass('public.bets') and c.relname ~ '^bets_[1-9][0-9]*$' order by 1`,
  );
  return rows.map(({ month }) => month);
}

async function readMigrations(client: pg.ClientBase): Promise<{ when: number; hash: string }[]> {
  const { rows } = await client.query<{ hash: string; when: string }>(
    'select hash, created_at::text as when from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ hash, when }) => ({ hash, when: Number(when) }));
}

async function readFunctionsVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select version from drizzle.__functions_version');
  return rows[0]?.version ?? 0;
}

async function readSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'drizzle') and c.relkind = 'S' order by 1`,
  );
  if (rows.length === 0) return [];
  const each = rows.map(
    ({ name }) => `select '${name}' as name, last_value::text as "lastValue", is_called as "isCalled" from ${name}`,
  );
  return (await client.query<SequenceState>(each.join(' union all '))).rows;
}

/** 0 where the database's clock is suspended. */
async function readLead(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ leadMs: number | null }>(
    `select round(extract(epoch from db_now() - clock_now()) * 1000)::float8 as "leadMs"`,
  );
  const leadMs = rows[0]?.leadMs ?? 0;
  // The two readings are microseconds apart.
  return Math.abs(leadMs) < 2 ? 0 : leadMs;
}

/** The keys of every encrypted column: each has a `key_id` beside it. */
async function readKeyIds(client: pg.ClientBase): Promise<string[]> {
  const { rows: encrypted } = await client.query<{ name: string }>(
    `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname = 'key_id' and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  const ids = new Set<string>();
  for (const { name } of encrypted) {
    const { rows } = await client.query<{ id: string }>(
      `select distinct key_id as id from ${name} where key_id is not null`,
    );
    for (const { id } of rows) ids.add(id);
  }
  return [...ids].toSorted();
}

/** The head at the open transaction's snapshot, or now. An empty log has row 0. */
export async function readAuditHead(client: pg.ClientBase): Promise<AuditHead> {
  const { rows } = await client.query<AuditHead>(
    `select audit_log.id::text, encode(hash, 'hex') as hash, (select count(*) from audit_log)::text as count
       from audit_log order by audit_log.id desc limit 1`,
  );
  return rows[0] ?? { id: '0', hash: '0'.repeat(64), count: '0' };
}
