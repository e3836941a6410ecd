import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PageFiles } from '../../server/build/pageFiles.ts';
import { localFile, PAGES_FILE, WEB_DIST } from '../../server/config/builtWeb.ts';

interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const ENTRY = 'index.html';
/** Bytes of the headers with which a file is answered. */
const HEADERS = 330;

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

  /** Bytes that a page at a route needs before it asks for data, as they are sent: document, scripts, styles and font. */
  bytesOf(route: string, language = 'en'): number {
    return this.filesOf(route, language).reduce((sum, file) => sum + HEADERS + bytesOf(file), 0);
  }

  /** The document of a page at a route, and the scripts, styles and font that it names. */
  filesOf(route: string, language = 'en'): string[] {
    const index = localFile('index.html', language);
    const document = this.textOf(index);
    const named = [...document.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css|woff2))"/g)].map(([, file = '']) => file);
    const pages = JSON.parse(readFileSync(localFile(PAGES_FILE, language), 'utf8')) as Record<string, PageFiles>;
    const ofPage = pages[route]?.files;
    if (!ofPage) throw new Error(`The build has no page at ${route}`);
    return [...new Set([index, ...named, ...ofPage])];
  }

  filesIn(folder: string): string[] {
    return readdirSync(join(WEB_DIST, folder)).map((name) => `${folder}/${name}`);
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

/** The size that is sent: of the .br file, where there is one. */
function bytesOf(file: string): number {
  const path = join(WEB_DIST, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}
