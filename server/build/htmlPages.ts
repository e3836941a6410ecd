import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { outlineOf, textOf } from '../../web/outlines.ts';
import { type Page, pages } from '../../web/routes.ts';
import { documentFile } from '../config/builtWeb.ts';
import type { Language } from '../platform/languages.ts';
import { filesOf } from './builtFiles.ts';
import { documentNamed, type Documents, hashOf, readDocuments } from './pageDocuments.ts';
import { modulesOfPages, shellOf } from './pageModules.ts';

const INDEX = 'index.html';
/** As index.html has them. */
const ROOT = '<div id="root"></div>';
const HEAD = '</head>';

/**
 * Writes a document for each page in the place of index.html: with links to the scripts and style sheets of the page, so that
 * the browser fetches them with the entry and not after it; the queries that it sends first; and its outline. The style sheets
 * stand below the outline, which needs none of them: browsers paint it before they have arrived. `onFiles` is told the
 * files that the main pages need.
 */
export function htmlPages(web: string, language: Language, onFiles: (files: readonly string[]) => void): Plugin {
  return {
    name: 'html-pages',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const documents = await readDocuments(web);
      const modules = modulesOfPages(web, this);
      const index = textsIn(bundle[INDEX], language);
      delete bundle[INDEX];
      const filesWith = (ids: readonly (string | undefined)[]) =>
        filesOf(bundle, ({ moduleIds }) => ids.some((id) => id !== undefined && moduleIds.includes(id)));
      const entry = filesWith([join(web, 'main.tsx')]);
      const kept = new Set(entry);
      for (const page of pages) {
        const own = [...filesWith([modules.get(page), shellOf(page, web)])].filter((file) => !entry.has(file));
        if (page.main) own.forEach((file) => kept.add(file));
        const source = documentOf(index, { page, own, calls: callsOf(page, documents) }, language);
        this.emitFile({ type: 'asset', fileName: documentFile(page.path, language), source });
      }
      onFiles([...kept]);
    },
  };
}

/** The build's index.html in a language. */
function textsIn(index: Rolldown.OutputBundle[string] | undefined, language: Language): string {
  if (index?.type !== 'asset') throw new Error(`The build has no ${INDEX}`);
  return index.source
    .toString()
    .replace('<html lang="en"', `<html lang="${language}"`)
    .replace(textOf('landing.text', 'en'), textOf('landing.text', language));
}

/** The requests of a page's early queries, as httpLink.ts sends them. */
function callsOf({ early = [] }: Page, documents: Documents): object[] {
  return early.map(({ name, variables }) => {
    const persistedQuery = { version: 1, sha256Hash: hashOf(documentNamed(name, documents)) };
    return { operationName: name, variables, extensions: { persistedQuery } };
  });
}

interface Parts {
  readonly page: Page;
  readonly own: readonly string[];
  readonly calls: readonly object[];
}

function documentOf(html: string, { page, own, calls }: Parts, language: Language): string {
  const lines = html.split('\n');
  const isStyle = (line: string) => line.includes('<link rel="stylesheet"');
  const links = (rel: string, ending: string) =>
    own.filter((file) => file.endsWith(ending)).map((file) => `<link rel="${rel}" crossorigin href="/${file}">`);
  const early = JSON.stringify({ path: page.path, calls });
  const script = calls.length > 0 ? [`<script type="application/json" id="early">${early}</script>`] : [];
  const root = ROOT.replace('><', `>${outlineOf(page, language)}<`);
  return lines
    .filter((line) => !isStyle(line))
    .join('\n')
    .replace(HEAD, () => [...links('modulepreload', '.js'), ...script, HEAD].join('\n'))
    .replace(ROOT, () => [root, ...lines.filter(isStyle), ...links('stylesheet', '.css')].join('\n'));
}
