import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The account that the database runs under, because PostgreSQL refuses to run as root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * When running as root: the machine's `postgres` account, else `nobody`. Otherwise undefined: the database runs as the
 * caller. Throws when root finds neither account.
 */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', , uid, gid]) => [name, { name, uid: Number(uid), gid: Number(gid) }]),
  );
  const account = accounts.get('postgres') ?? accounts.get('nobody');
  if (!account) {
    throw new Error(
      'PostgreSQL refuses to run as root, and this machine has neither an account "postgres" nor "nobody". ' +
        'Start the server as another user, or set DATABASE_URL.',
    );
  }
  return account;
}

/** Whether `account` can traverse every existing folder on the way to `path`. */
export function canTraverse(path: string, account: Account): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (!isTraversable(folder, account)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function isTraversable(path: string, { uid, gid }: Account): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return true;
  if (stats.uid === uid) return (stats.mode & 0o100) !== 0;
  if (stats.gid === gid) return (stats.mode & 0o010) !== 0;
  return (stats.mode & 0o001) !== 0;
}
