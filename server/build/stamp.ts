import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The inputs of a build, as the last build wrote them down: unchanged, it need not run again. */
export class Stamp {
  readonly #path: string;

  constructor(name: string) {
    this.#path = join(ROOT, `.build/${name}.stamp`);
  }

  holds(fingerprint: string): boolean {
    return existsSync(this.#path) && readFileSync(this.#path, 'utf8') === fingerprint;
  }

  write(fingerprint: string): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, fingerprint);
  }
}

/** Hash of files, in this order: of their paths from the project's root and of what `read` returns for them. */
export function fingerprintOf(paths: readonly string[], read: (path: string) => string | Buffer): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path.slice(ROOT.length)).update('\0').update(read(path)).update('\0');
  return hash.digest('hex');
}
