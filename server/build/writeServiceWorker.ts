import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { localFile, PAGES_FILE } from '../config/builtWeb.ts';
import { type Language, languages } from '../platform/languages.ts';
import type { PageFiles } from './pageFiles.ts';

/**
 * The pages whose files are kept from the first visit on; those of others are kept once they have been opened. With the
 * deposit come the routes of players' rarer pages.
 */
const MAIN_PAGES = [
  '/',
  '/activity',
  '/wallet',
  '/account',
  '/deposit',
  '/sapreThritySec',
  '/sapreOneMin',
  '/sapreThreeMin',
];
/** A file that index.html names and that has no hash. */
const UNHASHED = '/favicon.svg';

/** Writes /sw.js into a finished build: web/serviceWorker.ts with the names of the files of each language. */
export async function writeServiceWorker(source: string, build: string): Promise<void> {
  const { transform } = await import('esbuild');
  const { code } = await transform(readFileSync(source, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    minify: true,
    define: { SHELL: JSON.stringify(shellOf(build)) },
  });
  writeFileSync(join(build, 'sw.js'), code);
}

function shellOf(build: string) {
  const parts = languages.map((language) => partOf(build, language));
  const hash = createHash('sha256');
  for (const { html, pages } of parts) hash.update(html).update(JSON.stringify(pages));
  return {
    release: hash.digest('hex').slice(0, 16),
    files: Object.fromEntries(parts.map(({ language, files }) => [language, files])),
    // They are the same in each language.
    pages: Object.keys(parts[0]?.pages ?? {})
      .filter((route) => route !== '*' && route !== '/:slug')
      .map((route) => `^${route.replaceAll(/:\w+/g, '[^/]+')}/?$`),
  };
}

function partOf(build: string, language: Language) {
  const html = readFileSync(join(build, localFile('index.html', language)), 'utf8');
  const pagesFile = readFileSync(join(build, localFile(basename(PAGES_FILE), language)), 'utf8');
  const pages = JSON.parse(pagesFile) as Record<string, PageFiles>;
  const entry = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  const main = MAIN_PAGES.flatMap((path) => pages[path]?.files ?? []).map((file) => `/${file}`);
  return { language, html, pages, files: [...new Set([UNHASHED, ...entry, ...main])] };
}
