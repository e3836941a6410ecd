import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WEB_DIST } from '../../server/config/builtWeb.ts';

interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const ENTRY = 'index.html';

/** The built web app, as Vite's manifest describes it. */
export class WebBuild {
  readonly #manifest = JSON.parse(readFileSync(join(WEB_DIST, 'manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >;

  /** The entry's script, those of these lazily loaded source files (paths under web), and all that they import. */
  scriptsOf(...sources: string[]): string[] {
    return [...new Set(this.#closureOf([ENTRY, ...sources]).map(({ file }) => file))];
  }

  textOf(file: string): string {
    return readFileSync(join(WEB_DIST, file), 'utf8');
  }

  #closureOf(keys: readonly string[], found = new Map<string, ManifestEntry>()): ManifestEntry[] {
    for (const key of keys) {
      const entry = this.#manifest[key];
      if (!entry) throw new Error(`The build has no ${key}`);
      if (found.has(key)) continue;
      found.set(key, entry);
      this.#closureOf(entry.imports ?? [], found);
    }
    return [...found.values()];
  }
}
