import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another server uses the data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/**
 * Locks `folder` for this process until the returned function is called or the process ends, in whatever way. Throws
 * DataFolderInUseError when another running process holds the lock: servers can share one PostgreSQL, but not one data
 * folder.
 */
export function claimFolder(folder: string): () => void {
  const lock = join(folder, 'server.lock');
  const own = holderOf(process.pid);
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, own);
  try {
    // A hard link appears atomically with its content.
    while (!linked(draft, lock)) {
      const holder = contentOf(lock);
      if (holder === undefined) continue;
      if (isRunning(holder)) throw inUse(folder, holder);
      removeStale(lock, holder, folder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (contentOf(lock) === own) rmSync(lock, { force: true });
  };
}

/** Since when another running process has locked the folder; null where none has. */
export function lockedSince(folder: string): Date | null {
  const lock = join(folder, 'server.lock');
  const holder = contentOf(lock);
  if (holder === undefined || holder.split(' ')[0] === String(process.pid) || !isRunning(holder)) return null;
  return statSync(lock, { throwIfNoEntry: false })?.mtime ?? null;
}

function inUse(folder: string, holder: string): DataFolderInUseError {
  return new DataFolderInUseError(
    `${folder} is in use by another server (process ${holder.split(' ')[0]}). To run several servers on one database, ` +
      'give all of them the same DATABASE_URL; for a separate one, set DATA_DIR to another folder.',
  );
}

function linked(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * When several processes find the same stale lock, one of them removes it. A lock that another process has taken in the
 * meantime is restored.
 */
function removeStale(lock: string, deadHolder: string, folder: string): void {
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const removed = contentOf(aside);
  if (removed !== undefined && removed !== deadHolder) {
    linked(aside, lock);
    rmSync(aside);
    throw inUse(folder, removed);
  }
  rmSync(aside);
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A process as the lock names it: a later one with the same pid is another. */
export function holderOf(pid: number): string {
  return `${pid} ${startOf(pid)}`;
}

/** Whether the process is running and is the one that wrote the lock, not a later one with the same pid. */
function isRunning(holder: string): boolean {
  const [pid = '', start = ''] = holder.split(' ');
  return isAlive(Number(pid)) && startOf(Number(pid)) === start;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When the process started, in kernel ticks; empty where the system doesn't provide it. */
function startOf(pid: number): string {
  if (process.platform !== 'linux') return '';
  const stat = contentOf(`/proc/${pid}/stat`);
  // The program's name, in brackets, may contain spaces and brackets, so fields are counted from the last bracket.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
