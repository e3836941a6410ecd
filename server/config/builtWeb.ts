import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultLanguage } from '../platform/languages.ts';

/** Where the web app is built. */
export const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** The texts of the web app's queries and mutations by hash. */
export const DOCUMENTS_FILE = join(WEB_DIST, 'documents.json');
/** The scripts and style sheets of each page, by its route. */
export const PAGES_FILE = join(WEB_DIST, 'pages.json');

/** The name of a built file that each language has: index.html and index.hi.html. */
export function localFile(name: string, language: string): string {
  return language === defaultLanguage ? name : name.replace(/(?=\.\w+$)/, `.${language}`);
}
