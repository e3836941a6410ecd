import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprintOf } from '../../server/build/stamp.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEPT = join(ROOT, '.build/test-postgres');
/** What a cluster with a migrated template depends on, beside db/. */
const OTHER_INPUTS = ['package-lock.json', 'tests/support/keptCluster.ts', 'tests/support/postgres.ts'];

/**
 * The cluster of a stopped test PostgreSQL, with its migrated template, kept between runs: a copy takes a tenth of the
 * time of initdb and migrations. A change of db/ or of a package's version makes a new one.
 */
export class KeptCluster {
  readonly #path = join(KEPT, inputs());

  /** Copies the kept cluster to `folder`. Returns whether there was one. */
  restore(folder: string): boolean {
    return existsSync(this.#path) && copied(this.#path, folder);
  }

  /** Keeps the cluster at `folder`, in place of those of other inputs. Its server must have been stopped. */
  keep(folder: string): void {
    const draft = `${KEPT}.${process.pid}`;
    mkdirSync(KEPT, { recursive: true });
    for (const other of readdirSync(KEPT)) rmSync(join(KEPT, other), { recursive: true, force: true });
    // A run at the same time may have kept its own.
    if (copied(folder, draft) && !existsSync(this.#path)) renameSync(draft, this.#path);
    rmSync(draft, { recursive: true, force: true });
  }
}

/** With owners and modes: as root, a cluster belongs to another account. False where that can't be done, as on Windows. */
function copied(from: string, to: string): boolean {
  try {
    execFileSync('cp', ['-Rp', from, to], { stdio: 'ignore' });
    return true;
  } catch {
    rmSync(to, { recursive: true, force: true });
    return false;
  }
}

function inputs(): string {
  const database = readdirSync(join(ROOT, 'db'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|sql|json)$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => join('db', path))
    .toSorted();
  return fingerprintOf(
    [...database, ...OTHER_INPUTS].map((path) => join(ROOT, path)),
    (path) => readFileSync(path),
  ).slice(0, 16);
}
