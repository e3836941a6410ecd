import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PageFiles } from '../../server/build/pageFiles.ts';
import { localFile, PAGES_FILE, WEB_DIST } from '../../server/config/builtWeb.ts';

/** Bytes of the headers with which a file is answered. */
const HEADERS = 330;

/** The built web app. */
export class WebBuild {
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
}

/** The size that is sent: of the .br file, where there is one. */
function bytesOf(file: string): number {
  const path = join(WEB_DIST, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}
