import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { PAGES_FILE } from '../config/builtWeb.ts';
import { hashOfQuery, readDocuments } from './pageDocuments.ts';

interface Route {
  /** In the router's syntax. */
  readonly path: string;
  /** Its page at the end, and before it the files that are loaded with it. From the web's folder. */
  readonly sources: readonly string[];
}

const PAGE = /page\(\s*([\w.]+|'[^']+'),\s*async \(\) => \(await import\('\.\/([^']+)'\)\)/g;

/** The files of the routes, from the web's folder; the first one is in the entry. */
const ROUTES = ['routes.tsx', 'playerRoutes.tsx', 'adminRoutes.tsx'] as const;

/** The routes of the app, as they are written: `page(paths.x, async () => (await import('…')).Component)`. */
export function routesUnder(folder: string, paths: object): Route[] {
  return ROUTES.flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    const before = file === ROUTES[0] ? [] : [file];
    return [...source.matchAll(PAGE)].map(([, address = '', page = '']) => {
      return { path: addressOf(address, paths), sources: [...before, ...shellsOf(page), page] };
    });
  });
}

/** The shell that a page is shown in; none for public pages. */
function shellsOf(file: string): string[] {
  if (file.includes('pages/admin/')) return ['features/admin/AdminShell.tsx'];
  return file.includes('pages/player/') ? ['features/player/PlayerShell.tsx'] : [];
}

/** 'paths.admin.sapre' or a quoted address. */
function addressOf(written: string, paths: object): string {
  if (written.startsWith("'")) return written.slice(1, -1);
  const names = written.split('.').slice(1);
  const value = names.reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], paths);
  if (typeof value !== 'string') throw new Error(`${written} is no address`);
  return value;
}

/** What the server writes into the document of a page. */
export interface PageFiles {
  /** Its scripts and style sheets, beside those of index.html. */
  readonly files: readonly string[];
  /** HTML that is shown until its scripts run. */
  readonly shell: string;
  /** Queries that it sends before its scripts run, as bodies of requests. */
  readonly calls: readonly object[];
}

interface PageParts {
  /** Every URL path, as the routes name them. */
  readonly paths: object;
  readonly shellOf: (route: string) => string;
  readonly earlyQueries: Readonly<Record<string, readonly { readonly name: string; readonly variables: object }[]>>;
}

/**
 * Writes which scripts and style sheets each page needs beside those of index.html, its shell and its early queries. The
 * server names the files in the document, so that the browser fetches them with the entry and not after it.
 */
export function pageFiles(folder: string, { paths, shellOf, earlyQueries }: PageParts): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = new BundleFiles(bundle);
      const documents = readDocuments(folder);
      const entry = files.of((chunk) => chunk.isEntry);
      const routes = routesUnder(folder, paths);
      const pages = routes.map(({ path, sources }) => {
        const modules = sources.map((source) => join(folder, source));
        const needed = files.of(({ moduleIds }) => modules.some((module) => moduleIds.includes(module)));
        const calls = (earlyQueries[path] ?? []).map(({ name, variables }) => ({
          operationName: name,
          variables,
          extensions: { persistedQuery: { version: 1, sha256Hash: hashOfQuery(name, documents) } },
        }));
        const written: PageFiles = {
          files: [...needed].filter((file) => !entry.has(file)),
          shell: shellOf(path),
          calls,
        };
        return [path, written] as const;
      });
      const source = JSON.stringify(Object.fromEntries(pages));
      this.emitFile({ type: 'asset', fileName: basename(PAGES_FILE), source });
    },
  };
}

type Chunk = Rolldown.OutputChunk & { readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } };

/** Which files the scripts of a bundle need. */
export class BundleFiles {
  readonly #chunks: ReadonlyMap<string, Chunk>;

  constructor(bundle: Rolldown.OutputBundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    this.#chunks = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  }

  /** The scripts and style sheets of chunks, with all that they import. */
  of(isWanted: (chunk: Chunk) => boolean): Set<string> {
    const found = new Set<string>();
    const add = (fileName: string) => {
      const chunk = this.#chunks.get(fileName);
      if (!chunk || found.has(fileName)) return;
      found.add(fileName);
      chunk.imports.forEach(add);
      chunk.viteMetadata?.importedCss.forEach((file) => found.add(file));
    };
    for (const chunk of this.#chunks.values()) if (isWanted(chunk)) add(chunk.fileName);
    return found;
  }
}
