import { createHash } from 'node:crypto';
import { type SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import * as accounts from './schema/accounts.ts';
import * as activity from './schema/activity.ts';
import * as bets from './schema/bets.ts';
import * as contests from './schema/contests.ts';
import * as settings from './schema/settings.ts';
import * as support from './schema/support.ts';
import * as wallet from './schema/wallet.ts';

const schema = { ...accounts, ...activity, ...bets, ...contests, ...settings, ...support, ...wallet };

/** The database outside any transaction: each statement stands alone. */
export type Db = NodePgDatabase<typeof schema> & { readonly $client: pg.Pool };
/** The same inside a transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** Whatever runs statements: a function that takes this may be part of its caller's transaction. */
export type Queryable = Db | Tx;

/** Where a database is: an operator's `DATABASE_URL`, or the embedded server's socket folder (or loopback port). */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | {
      /** A folder that holds the Unix socket, or a host name. */
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password?: string;
    };

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** Waits for running statements, then closes every connection. */
  readonly close: () => Promise<void>;
}

const { INT8, TIMESTAMPTZ } = pg.types.builtins;
const INT8_ARRAY = 1016;

const parseInt8 = (text: string) => BigInt(text);
const parseInt8Array = (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(parseInt8));

/** int8 is `bigint` here: money and identities. Set for our own connections only, never for the whole process. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary' && oid === INT8) return parseInt8;
    if (format !== 'binary' && oid === INT8_ARRAY) return parseInt8Array;
    return pg.types.getTypeParser(oid, format);
  },
};

/** Options of a connection to `address`, for the pool and for connections of one's own. */
export function connectionOptions(address: DatabaseAddress): pg.ClientConfig {
  return { ...address, types: typeParsers, application_name: 'rangoli' };
}

/**
 * Opens a pool of at most `max` connections. Connects lazily: a wrong address shows with the first statement.
 * `onIdleError` hears of connections that broke while nobody used them; the pool replaces them by itself.
 */
export function openDatabase(
  address: DatabaseAddress,
  { max = 10, onIdleError = () => {} }: { max?: number; onIdleError?: (error: Error) => void } = {},
): Database {
  // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, whatever its type says
  const pool = new pg.Pool({ ...connectionOptions(address), max, onConnect: withoutWorkers });
  let closing = false;
  pool.on('error', (error) => {
    // What a database that stops says to connections on their way out is no trouble.
    if (!closing) onIdleError(error);
  });
  // One that breaks in somebody's hands fails their statement; unheard, its event would end the process.
  pool.on('connect', (connection) => connection.on('error', () => {}));
  const db = drizzle(pool, { schema });
  const close = () => {
    closing = true;
    return pool.end();
  };
  return { db, pool, close };
}

/** Most of what is asked is answered before parallel workers have started; all of them would take their cores from bets. */
async function withoutWorkers(connection: pg.ClientBase): Promise<void> {
  await connection.query('set max_parallel_workers_per_gather = 0');
}

/**
 * Runs `work` in one transaction (a savepoint when `queryable` is one already): all of it happens or nothing.
 * `mode` (isolation, read only) is for the outermost. The connection is taken and given back here: Drizzle would keep it for ever when the connection breaks at `begin`.
 */
export async function inTransaction<T>(
  queryable: Queryable,
  work: (tx: Tx) => Promise<T>,
  mode?: PgTransactionConfig,
): Promise<T> {
  if (!('$client' in queryable)) return queryable.transaction(work);
  const connection = await queryable.$client.connect();
  try {
    return await drizzleOn(connection).transaction(work, mode);
  } finally {
    connection.release();
  }
}

const onConnections = new WeakMap<pg.PoolClient, NodePgDatabase<typeof schema>>();

/** Drizzle on one connection, made once for each: that takes 0.3 ms. */
function drizzleOn(connection: pg.PoolClient): NodePgDatabase<typeof schema> {
  const known = onConnections.get(connection);
  if (known) return known;
  const made = drizzle(connection, { schema });
  onConnections.set(connection, made);
  return made;
}

/**
 * Rows of a hand-written statement, with int8 as `bigint` and timestamptz as `Date`: Drizzle hands raw rows over with
 * both as text. The row type is the caller's promise about the statement; numeric stays text (cast it in SQL).
 */
export async function rawQuery<Row extends object>(queryable: Queryable, statement: SQL): Promise<Row[]> {
  const { rows, fields } = await queryable.execute(statement);
  for (const { name, dataTypeID } of fields) {
    const parse = rawParsers.get(dataTypeID);
    if (!parse) continue;
    for (const row of rows) {
      if (row[name] !== null) row[name] = parse(row[name]);
    }
  }
  return rows as Row[];
}

const dialect = new PgDialect();

/**
 * The same for a long statement of few shapes, on a connection that parses and plans each shape once: where that takes
 * as long as the answer. `name` is the statement's own among all that are prepared.
 */
export async function preparedQuery<Row extends object>({ $client }: Db, name: string, statement: SQL): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(statement);
  const shape = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  const { rows } = await $client.query<Row>({ name: `${name}_${shape}`, text, values });
  return rows;
}

const rawParsers = new Map<number, (value: unknown) => unknown>([
  [INT8, (value) => BigInt(value as string)],
  [INT8_ARRAY, (value) => (value as (string | null)[]).map((item) => (item === null ? null : BigInt(item)))],
  [TIMESTAMPTZ, (value) => new Date(value as string)],
]);

/** `address` as one URL, as `DATABASE_URL` takes it. */
export function databaseUrl(address: DatabaseAddress): string {
  if ('connectionString' in address) return address.connectionString;
  const { host, port, user, database, password } = address;
  const url = new URL(`postgres://localhost/${database}`);
  url.username = user;
  if (password !== undefined) url.password = password;
  // A socket folder can't stand where a URL has its host.
  url.searchParams.set('host', host);
  url.searchParams.set('port', String(port));
  return url.href;
}
