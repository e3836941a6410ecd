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
import type { DatabaseAddress } from './client.ts';
import { archiveSettings, readyArchive } from './archive/archive.ts';
import { type Account, canTraverse, unprivilegedAccount } from './embedded/account.ts';
import { postgresPrograms } from './embedded/binaries.ts';
import { EMBEDDED_USER, ensureCluster } from './embedded/cluster.ts';
import { claimFolder, DataFolderInUseError } from './embedded/ownerLock.ts';
import { runningPostmaster, spawnPostmaster, stopOrphan } from './embedded/postmaster.ts';
import { makeSpareLog, MIN_WAL_SIZE } from './embedded/spareLog.ts';
import { type HangRules, hangRules, supervise } from './embedded/supervise.ts';
import { APP_ROLE } from './roles.ts';

/** Maximum length of a Unix socket's path on every supported system. */
const MAX_SOCKET_PATH = 100;
const SOCKET_PORT = 5432;
/** Prefix of the folders for sockets whose path would be too long inside the data folder. */
const SOCKET_FOLDERS = '/tmp/rangoli-socket-';
/** Data folder when running as root and the database's account can't enter the project's folder. */
const ROOT_DATA_DIR = '/var/lib/rangoli';
const DEFAULT_DATA_DIR = '.data';

type LocalAddress = Extract<DatabaseAddress, { host: string }>;

export interface EmbeddedPostgres {
  /** For the owner, a superuser. */
  readonly address: LocalAddress;
  /** For the server, as the application's role. */
  readonly appAddress: LocalAddress;
  /** The folder that holds the data. May differ from the requested one when running as root (see startEmbedded). */
  readonly dataDir: string;
  /** Stops the database and releases the folder. Close every connection first. */
  stop(): Promise<void>;
  /** Ends the database at once, without a checkpoint, also one that hangs. Committed data is safe. */
  quit(): Promise<void>;
  /** Resolves when the database process ends, or is ended because it hangs, without a call of stop(). */
  readonly crashed: Promise<Error>;
}

export interface EmbeddedOptions {
  /** Folder for the data; default: `.data`, or `/var/lib/rangoli` where the database's account can't enter that. */
  dataDir?: string | undefined;
  /** Folder with the programs of another PostgreSQL; default: those of the npm packages. Throws PostgresBinError. */
  bin?: string | undefined;
  /** False turns off durability (fsync) for speed: for tests only. */
  durable?: boolean;
  maxConnections?: number;
  /** Further server settings, as `name=value`. */
  settings?: string[];
  /** Folder that gets the write-ahead log. Throws ArchiveError where it can't be used. */
  archiveDir?: string | undefined;
  /** How long a start may take, beside a recovery that goes on (recovery.ts); default: `hangMs`. */
  startTimeoutMs?: number;
  /** By which a database that hangs is noticed; default: hangRules. */
  hang?: HangRules;
  /** Receives one-line notices about the start for the operator. */
  onNotice?: (line: string) => void;
  /** Called before the database is created, which takes a second or two: at the first start in a folder. */
  onCreate?: () => void;
}

/** The data can't be stored in the requested folder. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';

  constructor(why: string) {
    super(`DATA_DIR: ${why}`);
  }
}

/**
 * Starts the PostgreSQL of the npm packages, or the one in `bin`, on a private Unix socket (on Windows: a loopback port with a password) and
 * creates its database. When running as root, PostgreSQL runs under another account. Throws DataFolderInUseError when
 * another server uses the folder, DataFolderError when the folder can't be used, OtherVersionError when it holds data of another
 * major version.
 */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  const {
    bin,
    durable = true,
    maxConnections = 100,
    settings = [],
    archiveDir,
    hang = hangRules,
    startTimeoutMs = hang.hangMs,
  } = options;
  const { onNotice = () => {}, onCreate = () => {} } = options;
  const account = unprivilegedAccount();
  const dataDir = readyDataDir(options.dataDir, account, onNotice);
  const release = claimDataDir(dataDir);
  try {
    const programs = await postgresPrograms(bin, account, onNotice);
    const cluster = join(dataDir, 'postgres');
    refuseUnfinished(dataDir);
    await stopOrphan(cluster, onNotice);
    const endpoint = await prepareEndpoint(dataDir, cluster, account);
    const { password } = endpoint.address;
    await ensureCluster(cluster, programs, account, { durable, password, onCreate });
    const logFile = join(dataDir, 'postgres.log');
    if (archiveDir !== undefined) readyArchive(archiveDir, cluster, account);
    const archiving = archiveDir === undefined ? [] : archiveSettings(dataDir, archiveDir);
    const serverArguments = [
      ...endpoint.settings,
      ...serverSettings(durable, maxConnections),
      ...archiving,
      ...settings,
    ];
    const args = ['-D', cluster, ...serverArguments.flatMap((setting) => ['-c', setting])];
    const child = spawnPostmaster(programs.bin, args, account, logFile);
    const { address, appAddress } = endpoint;
    const appPassword = appAddress.password;
    const { stop, quit, crashed } = await supervise(child, {
      address,
      appPassword,
      logFile,
      rules: hang,
      startTimeoutMs,
    });
    if (durable) {
      await makeSpareLog(address, cluster).catch((error: unknown) =>
        onNotice(`No space of the log was made ahead: ${(error as Error).message}`),
      );
    }
    return {
      address,
      appAddress,
      dataDir,
      crashed,
      quit,
      async stop() {
        await stop();
        if (address.host.startsWith(SOCKET_FOLDERS)) rmSync(address.host, { recursive: true, force: true });
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** In the data folder: a database that is being restored or moved there, which gets its place when it is complete. */
export function restoringFolder(dataDir: string): string {
  return join(dataDir, 'restoring');
}

/** A start would create an empty database where a restore or a move broke off. Throws DataFolderError. */
function refuseUnfinished(dataDir: string): void {
  const aside = restoringFolder(dataDir);
  if (existsSync(join(dataDir, 'postgres')) || !existsSync(aside)) return;
  throw new DataFolderError(
    `a restore or a move into ${dataDir} broke off, and there is no database in it yet. Run the same command again ` +
      `(npm run restore, npm run db:move), or delete ${aside} to begin with an empty database.`,
  );
}

/**
 * Address of the database that another server has started in the same folder: for commands that run beside a server.
 * Undefined when none is running there.
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

/** Where `startEmbedded` with the same option keeps its data; created if missing. Throws DataFolderError. */
export function embeddedFolder(
  { dataDir }: Pick<EmbeddedOptions, 'dataDir'>,
  onNotice: (line: string) => void,
): string {
  return readyDataDir(dataDir, unprivilegedAccount(), onNotice);
}

function chooseDataDir(
  requested: string | undefined,
  account: Account | undefined,
  onNotice: (line: string) => void,
): string {
  const folder = resolve(requested ?? DEFAULT_DATA_DIR);
  if (!account || canTraverse(folder, account)) return folder;
  const why = `the database runs as "${account.name}", who can't enter ${folder}`;
  if (requested !== undefined) throw new DataFolderError(`${why}. Name a folder that everybody may pass through.`);
  onNotice(`The data is kept in ${ROOT_DATA_DIR}: ${why}.`);
  return ROOT_DATA_DIR;
}

/** The data folder, created if missing. */
function readyDataDir(
  requested: string | undefined,
  account: Account | undefined,
  onNotice: (line: string) => void,
): string {
  try {
    const folder = chooseDataDir(requested, account, onNotice);
    makeTraversable(folder, makeFolders(folder));
    return folder;
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    throw new DataFolderError(`there can be no such folder: ${(error as Error).message}`);
  }
}

/** Locks the folder (claimFolder). Throws DataFolderInUseError, or DataFolderError where nothing can be written. */
export function claimDataDir(dataDir: string): () => void {
  try {
    return claimFolder(dataDir);
  } catch (error) {
    if (error instanceof DataFolderInUseError) throw error;
    throw new DataFolderError(`nothing can be written in ${dataDir}: ${(error as Error).message}`);
  }
}

/**
 * Creates `folder` and its missing parents; returns the topmost one created. Created one by one, because Node's
 * recursive mkdir never returns when a parent exists in which nothing can be created, such as /proc.
 */
function makeFolders(folder: string): string | undefined {
  const missing: string[] = [];
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    try {
      mkdirSync(path);
    } catch (error) {
      // Another server that starts at the same time may have created it.
      if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  }
  return missing[0];
}

/**
 * Makes the folders just created, from `first` down to `folder`, traversable for the database's account, whatever the
 * umask.
 */
function makeTraversable(folder: string, first: string | undefined): void {
  if (first === undefined) return;
  for (let made = folder; made.startsWith(first); made = dirname(made)) chmodSync(made, 0o711);
}

/** Addresses of the embedded database, and the server settings that make it listen there. */
interface EmbeddedEndpoint {
  readonly address: LocalAddress;
  readonly appAddress: LocalAddress;
  readonly settings: string[];
}

async function prepareEndpoint(
  dataDir: string,
  cluster: string,
  account: Account | undefined,
): Promise<EmbeddedEndpoint> {
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

/** Any role may connect over the socket, because file permissions let only the server's account into its folder. */
function socketAddresses(host: string, port: number): Pick<EmbeddedEndpoint, 'address' | 'appAddress'> {
  const address = { host, port, user: EMBEDDED_USER, database: EMBEDDED_USER };
  return { address, appAddress: { ...address, user: APP_ROLE } };
}

function loopbackAddresses(dataDir: string, port: number): Pick<EmbeddedEndpoint, 'address' | 'appAddress'> {
  const { address, appAddress } = socketAddresses('127.0.0.1', port);
  return {
    address: { ...address, password: storedPassword(dataDir, 'password') },
    appAddress: { ...appAddress, password: storedPassword(dataDir, 'app-password') },
  };
}

/**
 * The data folder itself, which no other account can enter. Where its path is too long, a private folder in the
 * system's temporary folder.
 */
function socketFolder(cluster: string, account: Account | undefined): string {
  if (Buffer.byteLength(join(cluster, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH && !cluster.includes(',')) {
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

function storedPassword(dataDir: string, name: string): string {
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
    // After each checkpoint, the first change of a page writes the whole page to the log. Fewer checkpoints mean fewer
    // of those in a busy hour.
    'max_wal_size=2GB',
    `min_wal_size=${MIN_WAL_SIZE}`,
    // A new log segment takes its whole space on the disk before it is used. A sparse one (off) could not be filled on a full
    // disk, which PostgreSQL answers with a PANIC, as it does where it can't create one (spareLog.ts).
    'wal_init_zero=on',
    // The default is a 32nd of the shared memory. Settlement fills that, and then every commit waits for the disk.
    'wal_buffers=16MB',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    // Statements are short: JIT compilation takes longer than running them.
    'jit=off',
  ];
}
