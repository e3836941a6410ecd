import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the web app is built. */
export const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** The texts of the web app's queries and mutations by hash. */
export const DOCUMENTS_FILE = join(WEB_DIST, 'documents.json');

/** The built document of the page at a route, from the folder of the build. */
export function documentFile(route: string, language: string): string {
  return `pages/${language}/${encodeURIComponent(route.replace('*', 'others'))}.html`;
}
