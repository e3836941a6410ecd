import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import before from '../../db/releaseBefore.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Checkout {
  readonly root: string;
  remove(): void;
}

/**
 * The files of the release before this one, with this one's packages. From git's history, which a shallow clone fetches for it.
 * Throws where that isn't possible.
 */
export function checkOutReleaseBefore(): Checkout {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const { commit } = before;
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
  } catch {
    try {
      git('fetch', '--depth=1', 'origin', commit);
    } catch (cause) {
      throw new Error(`The release before, ${commit}, is not in this clone: git fetch --unshallow`, { cause });
    }
  }
  const root = mkdtempSync(join(tmpdir(), 'rangoli-before-'));
  execFileSync('tar', ['-x', '-C', root], {
    input: execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1e9 }),
  });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
