import { readdirSync, readFileSync } from 'node:fs';

/**
 * Whether the postmaster `pid` has a startup process: it replays the write-ahead log and waits for the checkpoint after it,
 * however long that takes. A postmaster that refuses connections without one hangs: PostgreSQL 18 does so when a recovery
 * has failed, say because the disk refused fsync. Only Linux lists processes without another program; elsewhere always
 * false.
 */
export function hasStartupProcess(pid: number): boolean {
  return process.platform === 'linux' && childrenOf(pid).some(isStartup);
}

function childrenOf(pid: number): string[] {
  const listed = contentOf(`/proc/${pid}/task/${pid}/children`);
  if (listed !== undefined) return listed.split(' ').filter((child) => child !== '');
  // Some kernels are built without that file.
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === String(pid));
}

function parentOf(pid: string): string | undefined {
  const stat = contentOf(`/proc/${pid}/stat`);
  // State and parent follow the program's name, which stands in brackets and may contain some.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
}

function isStartup(pid: string): boolean {
  return /^postgres: startup\b/.test(contentOf(`/proc/${pid}/cmdline`) ?? '');
}

/** Undefined for a process that has ended meanwhile. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
