import { createHash } from 'node:crypto';
import { type SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { DatabaseAddress } from './address.ts';
import { BoundedPool } from './boundedPool.ts';
import { destroyConnection, endWithin, limitAnswerTime, AnswerTimeoutError } from './deadline.ts';
import { hostsOf } from './hosts.ts';
import { type ConnectionLimits, limitsFor, sessionSettings } from './limits.ts';
import { leaveDemoted, openOnPrimary, PrimarySearch, refuseStandby } from './primary.ts';
import * as accounts from './schema/accounts.ts';
import * as activity from './schema/activity.ts';
import * as bets from './schema/bets.ts';
import * as contests from './schema/contests.ts';
import * as settings from './schema/settings.ts';
import * as statements from './schema/statements.ts';
import * as support from './schema/support.ts';
import * as wallet from './schema/wallet.ts';

export type { DatabaseAddress } from './address.ts';

const schema = { ...accounts, ...activity, ...bets, ...contests, ...settings, ...statements, ...support, ...wallet };

/** The database outside any transaction: each statement is a transaction of its own. */
export type Db = NodePgDatabase<typeof schema> & { readonly $client: BoundedPool };
/** The same inside a transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/**
 * Runs statements, inside or outside a transaction. A function that takes this can be part of its caller's transaction.
 */
export type Queryable = Db | Tx;

export interface Database {
  readonly db: Db;
  readonly pool: BoundedPool;
  /** Waits for running statements, for at most CLOSE_MS, then closes every connection. */
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

/** Options of a connection to `address`, or to the first of its hosts. */
export function connectionOptions(address: DatabaseAddress): pg.ClientConfig {
  return {
    ...hostsOf(address).each[0],
    types: typeParsers,
    application_name: 'rangoli',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
  };
}

const KEEPALIVE_MS = 10_000;
/**
 * How long a pool keeps an unused connection that the server doesn't end: a new one costs PostgreSQL 20 to 100 ms of CPU time
 * until its caches and plans are filled.
 */
const IDLE_MS = 45_000;
/** Deadline for statements under way when a pool is closed, and for connections to end. */
const CLOSE_MS = 10_000;

/**
 * Makes one connection with these deadlines, to the host that takes writes. Rejects when the server can't be reached
 * within `connectMs`.
 */
export async function openConnection(address: DatabaseAddress, limits: ConnectionLimits): Promise<pg.Client> {
  const { each, primaryOnly } = hostsOf(address);
  const search = sharedSearch(address);
  if (search !== undefined) return search.use((host) => openOne(host, limits, primaryOnly));
  if (!primaryOnly) return openOne(each[0], limits, false);
  const { connection } = await openOnPrimary(each, (host) => openOne(host, limits, true));
  return connection;
}

/** Resolves to what `work` does with a connection of its own, made as `openConnection` does; ended afterwards. */
export async function withConnection<T>(
  address: DatabaseAddress,
  limits: ConnectionLimits,
  work: (connection: pg.Client) => Promise<T>,
): Promise<T> {
  const connection = await openConnection(address, limits);
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

/** The same address, whose pools and connections share one search for the host that takes writes. */
export function withSharedSearch<Address extends DatabaseAddress>(address: Address, limits: ConnectionLimits): Address {
  return 'connectionString' in address ? { ...address, search: searchFor(address, limits) } : address;
}

const sharedSearch = (address: DatabaseAddress) => ('search' in address ? address.search : undefined);

function searchFor(address: DatabaseAddress, limits: ConnectionLimits): PrimarySearch {
  const hosts = hostsOf(address);
  return new PrimarySearch(hosts, (host) => openOne(host, limits, false));
}

async function openOne(host: DatabaseAddress, limits: ConnectionLimits, primaryOnly: boolean): Promise<pg.Client> {
  const connection = new pg.Client({
    ...connectionOptions(host),
    connectionTimeoutMillis: limits.connectMs,
  });
  // Statements under way reject by themselves. Without a listener, a connection that breaks while idle would end the
  // process.
  connection.on('error', () => {});
  await connection.connect();
  try {
    await prepare(connection, limits, { primaryOnly });
  } catch (error) {
    void endWithin(connection, CLOSE_MS);
    throw error;
  }
  return connection;
}

/** Sets deadlines on a new connection, in this process and on the server. */
async function prepare(
  connection: pg.Client,
  limits: ConnectionLimits,
  { primaryOnly, onLate, onDemoted }: { primaryOnly: boolean; onLate?: () => void; onDemoted?: () => void },
): Promise<void> {
  limitAnswerTime(connection, limits.answerMs, onLate);
  await connection.query(sessionSettings(limits));
  if (primaryOnly) await refuseStandby(connection);
  leaveDemoted(connection, onDemoted);
}

/**
 * Opens a pool of at most `max` connections with these deadlines (default: a command's). Connects lazily: a wrong
 * address fails at the first statement. `onIdleError` is called for connections that broke while idle; the pool
 * replaces them.
 */
export function openDatabase(
  address: DatabaseAddress,
  {
    max = 10,
    limits = limitsFor('command'),
    onIdleError = () => {},
  }: { max?: number; limits?: ConnectionLimits; onIdleError?: (error: Error) => void } = {},
): Database {
  const connections = new Set<pg.PoolClient>();
  const idle = new Set<pg.PoolClient>();
  // When one connection times out, the pool's idle ones are likely dead too. Without this, each of them would delay a
  // statement until its own deadline.
  const destroyIdle = (reason: string) => {
    pool.forgetPrimary();
    for (const connection of idle) destroyConnection(connection, new Error(reason));
  };
  const onLate = () => destroyIdle('another connection to the database gave no answer');
  const onDemoted = () => destroyIdle('the database takes no writes any more');
  const { primaryOnly } = hostsOf(address);
  const pool = new BoundedPool(
    {
      ...connectionOptions(address),
      connectionTimeoutMillis: limits.connectMs,
      // Before the server would end its session.
      idleTimeoutMillis: limits.idleMs === 0 ? IDLE_MS : limits.idleMs * 0.75,
      max,
      // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool awaits it, although its type returns void
      onConnect: async (connection) => {
        if (!(connection instanceof pg.Client)) return;
        await prepare(connection, limits, { primaryOnly, onLate, onDemoted });
      },
    },
    limits,
    sharedSearch(address) ?? searchFor(address, limits),
  );
  let closing = false;
  pool.on('error', (error) => {
    // A database that shuts down ends idle connections with an error of its own.
    if (!closing) onIdleError(error);
  });
  pool.on('connect', (connection) => {
    connections.add(connection);
    // A connection that breaks while in use fails its statement; an error event without a listener would end the
    // process.
    connection.on('error', () => {});
  });
  pool.on('acquire', (connection) => idle.delete(connection));
  pool.on('release', (_error, connection) => idle.add(connection));
  pool.on('remove', (connection) => {
    connections.delete(connection);
    idle.delete(connection);
  });
  const db = drizzle(pool, { schema });
  const closeMs = Math.min(CLOSE_MS, limits.answerMs || CLOSE_MS);
  const close = async () => {
    closing = true;
    const late = setTimeout(() => {
      for (const connection of connections) destroyConnection(connection, new Error('the pool is closed'));
    }, closeMs);
    await pool.end();
    clearTimeout(late);
  };
  return { db, pool, close };
}

/**
 * Runs `work` in one transaction (a savepoint when `queryable` is already one), which commits or rolls back as a whole.
 * `mode` (isolation, read only) applies to the outermost transaction. The connection is acquired and released here,
 * because Drizzle never releases one that breaks at `begin`. A transaction that exceeds the pool's limit is ended by
 * closing its connection.
 */
export async function inTransaction<T>(
  queryable: Queryable,
  work: (tx: Tx) => Promise<T>,
  mode?: PgTransactionConfig,
): Promise<T> {
  return '$client' in queryable ? inOwnTransaction(queryable, work, mode) : queryable.transaction(work);
}

/** The same for a transaction of its own, with its connection, for copies of whole tables. */
export async function inOwnTransaction<T>(
  { $client: pool }: Db,
  work: (tx: Tx, connection: pg.PoolClient) => Promise<T>,
  mode?: PgTransactionConfig,
): Promise<T> {
  const connection = await pool.connect();
  const { transactionMs } = pool.limits;
  const late = setTimeout(
    () => destroyConnection(connection, new AnswerTimeoutError(`a transaction took longer than ${transactionMs} ms`)),
    transactionMs || MAX_TIMER_MS,
  ).unref();
  let failure: unknown;
  try {
    return await drizzleOn(connection).transaction(
      (tx) =>
        work(tx, connection).catch((error: unknown) => {
          failure = error;
          throw error;
        }),
      mode,
    );
  } catch (error) {
    // A rollback on a broken connection fails with an error of its own, which would hide the cause.
    throw failure ?? error;
  } finally {
    clearTimeout(late);
    // The pool discards a connection that broke or was destroyed.
    connection.release();
  }
}

const MAX_TIMER_MS = 2 ** 31 - 1;

const onConnections = new WeakMap<pg.PoolClient, NodePgDatabase<typeof schema>>();

/** Drizzle's wrapper of a connection. Cached, because creating it takes 0.3 ms. */
function drizzleOn(connection: pg.PoolClient): NodePgDatabase<typeof schema> {
  const known = onConnections.get(connection);
  if (known) return known;
  const made = drizzle(connection, { schema });
  onConnections.set(connection, made);
  return made;
}

/**
 * Rows of a hand-written statement, with int8 as `bigint` and timestamptz as `Date` (Drizzle returns both as text in
 * raw rows). The row type is asserted by the caller, not checked; numeric stays text (cast it in SQL).
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
 * The same for a long statement of few variants, prepared so that each connection parses and plans each variant once.
 * For statements whose planning takes as long as their execution. `name` must be unique among all prepared statements.
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
