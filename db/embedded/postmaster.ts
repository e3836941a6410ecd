import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';
import { executable } from './binaries.ts';
import { postgresEnvironment } from './cluster.ts';
import { isAlive } from './ownerLock.ts';
import { openServerLog } from './serverLog.ts';

/** For a fast shutdown, with its checkpoint. */
const STOP_TIMEOUT_MS = 30_000;
/** From SIGQUIT to SIGKILL. PostgreSQL itself ends processes that ignore SIGQUIT after 5 s. */
const KILL_AFTER_MS = 6_000;
/** For processes to notice that their postmaster has ended. */
const ORPHANED_MS = 2_000;

/** Signals that end a process one after another, each with the time that it is given, in milliseconds. */
type Signals = readonly (readonly [signal: NodeJS.Signals | 0, waitMs: number])[];

const END_POSTMASTER: Signals = [
  ['SIGINT', STOP_TIMEOUT_MS],
  ['SIGQUIT', KILL_AFTER_MS],
  ['SIGKILL', KILL_AFTER_MS],
];

/** Those of a postmaster that was killed: each ends by itself unless it is in the middle of a long statement. */
const END_ORPHANED: Signals = [
  [0, ORPHANED_MS],
  ['SIGQUIT', KILL_AFTER_MS],
  ['SIGKILL', KILL_AFTER_MS],
];

/**
 * Starts the database process. It ends with this process where the system supports that (setpriv), and it doesn't
 * receive the terminal's Ctrl+C: the server stops it last, after everything that uses it.
 */
export function spawnPostmaster(
  bin: string,
  args: string[],
  account: Account | undefined,
  logFile: string,
): ChildProcess {
  const log = openServerLog(logFile);
  const [program, programArgs] = dyingWithParent(join(bin, executable('postgres')), args);
  const child = spawn(program, programArgs, {
    stdio: ['ignore', log, log],
    env: postgresEnvironment(),
    detached: true,
    windowsHide: true,
    cwd: '/',
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  closeSync(log);
  return child;
}

function dyingWithParent(program: string, args: string[]): [string, string[]] {
  const setpriv = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'setpriv'))
    .find((path) => process.platform === 'linux' && existsSync(path));
  return setpriv ? [setpriv, ['--pdeathsig', 'INT', '--', program, ...args]] : [program, args];
}

/**
 * Fast shutdown: ends sessions, writes a checkpoint and waits for the process. After a timeout, or a call of
 * quitPostmaster, without the checkpoint.
 */
export async function stopPostmaster(child: ChildProcess, killAfterMs = KILL_AFTER_MS): Promise<void> {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  const patience = setTimeout(() => void quitPostmaster(child, killAfterMs), STOP_TIMEOUT_MS);
  await exit;
  clearTimeout(patience);
}

/**
 * Immediate shutdown: SIGQUIT, and SIGKILL where the process outlives it by `killAfterMs`. Committed data is safe: the next
 * start recovers.
 */
export async function quitPostmaster(child: ChildProcess, killAfterMs = KILL_AFTER_MS): Promise<void> {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGQUIT');
  const patience = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await exit;
  clearTimeout(patience);
}

function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
}

/** The live database process of `cluster`, as its `postmaster.pid` describes it. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const pidFile = pidFileOf(cluster);
  if (!existsSync(pidFile)) return undefined;
  const [pid, , , port, socketFolder = ''] = readFileSync(pidFile, 'utf8').split('\n');
  return isPostmasterOf(cluster, Number(pid)) ? { pid: Number(pid), port: Number(port), socketFolder } : undefined;
}

/**
 * Ends a database process that a killed server left running on `cluster`, or what is left of one that was killed itself and
 * still holds its shared memory, with which no other one starts. Removes a `postmaster.pid` whose process has ended or is
 * another program. The caller has locked the folder, so no other server uses it.
 */
export async function stopOrphan(cluster: string, onNotice: (line: string) => void): Promise<void> {
  const orphan = runningPostmaster(cluster);
  if (orphan) {
    onNotice(`Stopping the database process ${orphan.pid} that an earlier server left running.`);
    await endProcess(orphan.pid, END_POSTMASTER);
  }
  await Promise.all(processesIn(cluster).map((pid) => endProcess(pid, END_ORPHANED)));
  rmSync(pidFileOf(cluster), { force: true });
}

function pidFileOf(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

function isPostmasterOf(cluster: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return false;
  return process.platform !== 'linux' || workingDirectory(pid) === realpathSync(cluster);
}

/**
 * Ids of the database processes of `cluster`, on Linux; elsewhere none. PostgreSQL's working directory is its data folder; another
 * program with a reused id has another one.
 */
function processesIn(cluster: string): number[] {
  if (process.platform !== 'linux' || !existsSync(cluster)) return [];
  const folder = realpathSync(cluster);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingDirectory(pid) === folder && nameOf(pid) === 'postgres');
}

/** Whether a process of this account, or any for root, has not ended. One that has ended without being waited for counts as ended. */
function isRunning(pid: number): boolean {
  return process.platform === 'linux' ? workingDirectory(pid) !== undefined : isAlive(pid);
}

/** Undefined for a process that has ended, or belongs to another account. */
function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function nameOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Throws when the process outlives every signal. */
async function endProcess(pid: number, signals: Signals): Promise<void> {
  for (const [signal, waitMs] of signals) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    for (let waited = 0; waited < waitMs; waited += 50) {
      if (!isRunning(pid)) return;
      await delay(50);
    }
  }
  throw new Error(`The database process ${pid} that an earlier server left running doesn't stop.`);
}
