import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { outlineOf, textOf } from '../../web/outlines.ts';
import { type Page, pages } from '../../web/routes.ts';
import { documentFile } from '../config/builtWeb.ts';
import type { Language } from '../platform/languages.ts';
import { hashOfQuery, readDocuments } from './pageDocuments.ts';
import { BundleFiles } from './builtFiles.ts';
import { modulesOfPages, shellOf } from './pageModules.ts';

/** As index.html has them. */
const ROOT = '<div id="root"></div>';
const HEAD = '</head>';

/**
 * Writes a document for each page in the place of index.html: with links to the scripts and style sheets of the page, so that
 * the browser fetches them with the entry and not after it; the queries that it sends first; and its outline. The style sheets
 * stand below the outline, which needs none of them: browsers paint it before they have arrived. `onFiles` is told the entry's
 * and each page's files.
 */
export function htmlPages(
  web: string,
  language: Language,
  onFiles: (entry: ReadonlySet<string>, files: ReadonlyMap<Page, readonly string[]>) => void,
): Plugin {
  return {
    name: 'html-pages',
    apply: 'build',
    enforce: 'post',
    writeBundle(options, bundle) {
      const built = new BundleFiles(bundle);
      const entry = built.of((chunk) => chunk.isEntry);
      const modules = modulesOfPages(web, this);
      const filesOf = (page: Page) => {
        const wanted = [modules.get(page), shellOf(page, web)];
        const found = built.of(({ moduleIds }) => wanted.some((id) => id !== undefined && moduleIds.includes(id)));
        return [...found].filter((file) => !entry.has(file));
      };
      const files = new Map(pages.map((page) => [page, filesOf(page)]));
      const index = join(options.dir ?? '', 'index.html');
      const html = readFileSync(index, 'utf8')
        .replace('<html lang="en"', `<html lang="${language}"`)
        .replace(textOf('landing.text', 'en'), textOf('landing.text', language));
      const documents = readDocuments(web);
      for (const [page, own] of files) {
        const calls = (page.early ?? []).map(({ name, variables }) => ({
          operationName: name,
          variables,
          extensions: { persistedQuery: { version: 1, sha256Hash: hashOfQuery(name, documents) } },
        }));
        const file = join(options.dir ?? '', documentFile(page.path, language));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, documentOf(html, { page, own, calls }, language));
      }
      rmSync(index);
      onFiles(entry, files);
    },
  };
}

interface Parts {
  readonly page: Page;
  readonly own: readonly string[];
  readonly calls: readonly object[];
}

function documentOf(html: string, { page, own, calls }: Parts, language: Language): string {
  const lines = html.split('\n');
  const isStyle = (line: string) => line.includes('<link rel="stylesheet"');
  const preloads = own
    .filter((file) => file.endsWith('.js'))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const styles = own
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const early = JSON.stringify({ path: page.path, calls });
  const script = calls.length > 0 ? [`<script type="application/json" id="early">${early}</script>`] : [];
  const root = ROOT.replace('><', `>${outlineOf(page, language)}<`);
  return lines
    .filter((line) => !isStyle(line))
    .join('\n')
    .replace(HEAD, () => [...preloads, ...script, HEAD].join('\n'))
    .replace(ROOT, () => [root, ...lines.filter(isStyle), ...styles].join('\n'));
}
