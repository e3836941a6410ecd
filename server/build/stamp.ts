import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const pathOf = (build: string) => join(ROOT, `.build/${build}.stamp`);

/** Whether the last run of a build had these inputs: then it need not run again. */
export function hasStamp(build: string, fingerprint: string): boolean {
  return existsSync(pathOf(build)) && readFileSync(pathOf(build), 'utf8') === fingerprint;
}

export function writeStamp(build: string, fingerprint: string): void {
  mkdirSync(dirname(pathOf(build)), { recursive: true });
  writeFileSync(pathOf(build), fingerprint);
}

/** Hash of files, in this order: of their paths from the project's root and of what `read` returns for them. */
export function fingerprintOf(paths: readonly string[], read: (path: string) => string | Buffer): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path.slice(ROOT.length)).update('\0').update(read(path)).update('\0');
  return hash.digest('hex');
}
