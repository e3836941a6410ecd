import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from './client.ts';
import { type Account, canReach, unprivilegedAccount } from './embedded/account.ts';
import { postgresBinaries } from './embedded/binaries.ts';
import { EMBEDDED_USER, ensureCluster } from './embedded/cluster.ts';
import { claimFolder, DataFolderInUseError } from './embedded/ownerLock.ts';
import { runningPostmaster, spawnPostmaster, stopOrphan, stopPostmaster } from './embedded/postmaster.ts';
import { keepServerLogShort } from './embedded/serverLog.ts';
import { APP_ROLE, ensureAppRole } from './roles.ts';

/** A socket's whole path may not be longer, on any system we run on. */
const LONGEST_SOCKET_PATH = 100;
const SOCKET_PORT = 5432;
/** Sockets that don't fit into their data folder's path are in a folder that begins so. */
const SOCKET_FOLDERS = '/tmp/rangoli-socket-';
const START_PATIENCE_MS = 300_000;
/** Where root keeps the data when the database's account can't enter the project's folder. */
const ROOT_DATA_DIR = '/var/lib/rangoli';
const DEFAULT_DATA_DIR = '.data';

type LocalAddress = Extract<DatabaseAddress, { host: string }>;

export interface EmbeddedPostgres {
  /** For the owner, a superuser. */
  readonly address: LocalAddress;
  /** For the server, as the application's role. */
  readonly appAddress: LocalAddress;
  /** The folder that holds the data, which may not be the one asked for (as root, see startEmbedded). */
  readonly dataDir: string;
  /** Stops the database and lets the folder go. Close every connection first. */
  stop(): Promise<void>;
  /** Resolves when the database process has ended without having been asked to. */
  readonly crashed: Promise<Error>;
}

export interface EmbeddedOptions {
  /** Folder for the data; unset: `.data`, or `/var/lib/rangoli` where that can't be reached. */
  dataDir?: string | undefined;
  /** False gives up safety against power cuts for speed: for tests only. */
  durable?: boolean;
  maxConnections?: number;
  /** Further server settings, as `name=value`. */
  settings?: string[];
  /** Hears, in sentences, of what a person should know about the start. */
  say?: (line: string) => void;
}

/** The data cannot be kept where it was asked for. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';

  constructor(why: string) {
    super(`DATA_DIR: ${why}`);
  }
}

/**
 * Starts the PostgreSQL that comes with the packages, on a private Unix socket (Windows: a loopback port with a
 * password), and makes its database. As root it runs under an account of its own. Throws DataFolderInUseError when
 * another server has the folder, DataFolderError when it can't be one.
 */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  const { durable = true, maxConnections = 100, settings = [], say = () => {} } = options;
  const account = unprivilegedAccount();
  const dataDir = readyDataDir(options.dataDir, account, say);
  const release = claimDataDir(dataDir);
  try {
    const binaries = postgresBinaries(account, say);
    const cluster = join(dataDir, 'postgres');
    await stopOrphan(cluster, say);
    const door = await prepareDoor(dataDir, cluster, account);
    ensureCluster(cluster, binaries, account, { durable, password: door.address.password });
    const logFile = join(dataDir, 'postgres.log');
    const named = [...door.settings, ...serverSettings(durable, maxConnections), ...settings];
    const args = ['-D', cluster, ...named.flatMap((setting) => ['-c', setting])];
    const child = spawnPostmaster(binaries, args, account, logFile);
    return await supervise(child, door, { dataDir, logFile, release });
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Where the database is that another server has started in the same folder: for command lines beside it. Undefined when
 * none runs there.
 */
export function runningEmbedded({
  dataDir,
}: Pick<EmbeddedOptions, 'dataDir'>): Pick<EmbeddedPostgres, 'address' | 'appAddress' | 'dataDir'> | undefined {
  const folder = chooseDataDir(dataDir, unprivilegedAccount(), () => {});
  const postmaster = runningPostmaster(join(folder, 'postgres'));
  if (!postmaster) return undefined;
  const { port, socketFolder: host } = postmaster;
  const addresses = process.platform === 'win32' ? loopbackAddresses(folder, port) : socketAddresses(host, port);
  return { ...addresses, dataDir: folder };
}

function chooseDataDir(wanted: string | undefined, account: Account | undefined, say: (line: string) => void): string {
  const folder = resolve(wanted ?? DEFAULT_DATA_DIR);
  if (!account || canReach(folder, account)) return folder;
  const why = `the database runs as "${account.name}", who can't enter ${folder}`;
  if (wanted !== undefined) throw new DataFolderError(`${why}. Name a folder that everybody may pass through.`);
  say(`The data is kept in ${ROOT_DATA_DIR}: ${why}.`);
  return ROOT_DATA_DIR;
}

/** The folder of the data, made where it was missing. */
function readyDataDir(wanted: string | undefined, account: Account | undefined, say: (line: string) => void): string {
  try {
    const folder = chooseDataDir(wanted, account, say);
    makePassable(folder, makeFolders(folder));
    return folder;
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    throw new DataFolderError(`there can be no such folder: ${(error as Error).message}`);
  }
}

function claimDataDir(dataDir: string): () => void {
  try {
    return claimFolder(dataDir);
  } catch (error) {
    if (error instanceof DataFolderInUseError) throw error;
    throw new DataFolderError(`nothing can be written in ${dataDir}: ${(error as Error).message}`);
  }
}

/**
 * Makes `folder` and what is missing above it; the topmost that was. One by one, since Node's own recursive mkdir never
 * comes back where a parent is there in which nothing can be made, such as /proc.
 */
function makeFolders(folder: string): string | undefined {
  const missing: string[] = [];
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    try {
      mkdirSync(path);
    } catch (error) {
      // Another server that starts at this moment may have made it.
      if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  }
  return missing[0];
}

/** Folders just made, from `first` down to `folder`, let the database's account through whatever the umask says. */
function makePassable(folder: string, first: string | undefined): void {
  if (first === undefined) return;
  for (let made = folder; made.startsWith(first); made = dirname(made)) chmodSync(made, 0o711);
}

/** Where the database can be reached, and the server settings that make it so. */
interface Door {
  readonly address: LocalAddress;
  readonly appAddress: LocalAddress;
  readonly settings: string[];
}

async function prepareDoor(dataDir: string, cluster: string, account: Account | undefined): Promise<Door> {
  if (process.platform === 'win32') {
    const port = await freePort();
    return {
      ...loopbackAddresses(dataDir, port),
      settings: ['listen_addresses=127.0.0.1', `port=${port}`],
    };
  }
  const folder = socketFolder(cluster, account);
  return {
    ...socketAddresses(folder, SOCKET_PORT),
    settings: [
      'listen_addresses=',
      `port=${SOCKET_PORT}`,
      `unix_socket_directories=${folder}`,
      'unix_socket_permissions=0700',
    ],
  };
}

/** Any role may connect over the socket: the system lets only the account of the server into its folder. */
function socketAddresses(host: string, port: number): Pick<Door, 'address' | 'appAddress'> {
  const address = { host, port, user: EMBEDDED_USER, database: EMBEDDED_USER };
  return { address, appAddress: { ...address, user: APP_ROLE } };
}

function loopbackAddresses(dataDir: string, port: number): Pick<Door, 'address' | 'appAddress'> {
  const { address, appAddress } = socketAddresses('127.0.0.1', port);
  return {
    address: { ...address, password: keptPassword(dataDir, 'password') },
    appAddress: { ...appAddress, password: keptPassword(dataDir, 'app-password') },
  };
}

/** The data folder itself, which nobody else can enter; where that makes too long a path, a private one of its own. */
function socketFolder(cluster: string, account: Account | undefined): string {
  if (Buffer.byteLength(join(cluster, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH && !cluster.includes(',')) {
    return cluster;
  }
  const folder = `${SOCKET_FOLDERS}${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = account?.uid ?? process.getuid?.();
  if (account && lstatSync(folder).uid === 0) chownSync(folder, account.uid, account.gid);
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== owner) throw new Error(`${folder} belongs to somebody else: remove it.`);
  chmodSync(folder, 0o700);
  return folder;
}

function keptPassword(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? found(address.port) : failed(new Error('no port'))));
    });
  });
}

function serverSettings(durable: boolean, maxConnections: number): string[] {
  return [
    `max_connections=${maxConnections}`,
    `fsync=${durable ? 'on' : 'off'}`,
    `full_page_writes=${durable ? 'on' : 'off'}`,
    'synchronous_commit=on',
    // After each checkpoint every page goes into the log whole once more: a busy hour is to have few of them.
    'max_wal_size=2GB',
    'min_wal_size=128MB',
    // While a new segment of the log is filled with zeros every commit waits: 50 ms for its 16 MB.
    'wal_init_zero=off',
    // Otherwise a 32nd of the shared memory, and while paying fills it, everybody waits for the disk.
    'wal_buffers=16MB',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    // Statements here are short: compiling them takes longer than running them.
    'jit=off',
  ];
}

async function supervise(
  child: ChildProcess,
  { address, appAddress }: Door,
  { dataDir, logFile, release }: { dataDir: string; logFile: string; release: () => void },
): Promise<EmbeddedPostgres> {
  let stopping = false;
  const ended = new Promise<Error>((resolveEnded) => {
    child.once('error', resolveEnded);
    child.once('exit', (code, signal) => resolveEnded(endOf(code, signal, logFile)));
  });
  const stopKeepingLogShort = keepServerLogShort(logFile);
  void ended.then(stopKeepingLogShort);
  const over = new AbortController();
  try {
    await Promise.race([
      ready(address, appAddress.password, over.signal),
      ended.then((error) => Promise.reject(error)),
    ]);
  } catch (error) {
    over.abort();
    await stopPostmaster(child);
    throw error;
  }
  return {
    address,
    appAddress,
    dataDir,
    crashed: new Promise((resolveCrashed) => void ended.then((error) => stopping || resolveCrashed(error))),
    async stop() {
      stopping = true;
      await stopPostmaster(child);
      if (address.host.startsWith(SOCKET_FOLDERS)) rmSync(address.host, { recursive: true, force: true });
      release();
    },
  };
}

function endOf(code: number | null, signal: NodeJS.Signals | null, logFile: string): Error {
  const lastLines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-10).join('\n');
  return new Error(
    `The database process ended (${signal ?? `status ${code}`}). Its log, ${logFile}, ends:\n${lastLines}`,
  );
}

/** Waits until the server takes connections (after a crash it first recovers) and makes the database and the role if needed. */
async function ready(address: LocalAddress, appPassword: string | undefined, over: AbortSignal): Promise<void> {
  for (let waited = 0; ; waited += 25) {
    const client = new pg.Client({ ...address, database: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
    } catch (error) {
      if (over.aborted || waited >= START_PATIENCE_MS) throw error;
      await delay(25);
      continue;
    }
    const { rowCount } = await client.query('select from pg_database where datname = $1', [address.database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(address.database)}`);
    await ensureAppRole(client, appPassword);
    await client.end();
    return;
  }
}
