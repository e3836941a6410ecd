import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE } from '../../db/release.ts';
import { documentFile, WEB_DIST } from '../../server/config/builtWeb.ts';
import { WebPage } from '../../server/http/webPage.ts';
import type { Language } from '../../server/platform/languages.ts';

/** Bytes of the headers with which a file is answered, and the document. */
const HEADERS = 353;
const DOCUMENT_HEADERS = 1_626;
/** As long as that of most installations. */
const product = {
  name: 'Rangoli',
  slug: 'rangoli',
  moneyMode: 'PLAY',
  notice: 'Play money: no cash value',
  sendsMail: true,
  release: RELEASE,
};

/** The built web app. */
export class WebBuild {
  readonly #documents = new WebPage(WEB_DIST, product);

  /** Bytes that a page at a route needs before it asks for data, as they are sent: document, scripts, styles and font. */
  bytesOf(route: string, language: Language = 'en'): number {
    const document = this.#documents.at(route.replace('/:slug', `/${product.slug}`), 'br', language);
    const [, ...files] = this.filesOf(route, language);
    const ofDocument = DOCUMENT_HEADERS + (document?.body.length ?? 0);
    return files.reduce((sum, file) => sum + HEADERS + bytesOf(file), ofDocument);
  }

  /** The document of a page at a route, and the scripts, styles and font that it names. */
  filesOf(route: string, language: Language = 'en'): string[] {
    const document = documentFile(route, language);
    const named = [...this.textOf(document).matchAll(/(?:src|href)="\/([^"]+\.(?:js|css|woff2))"/g)];
    return [...new Set([document, ...named.map(([, file = '']) => file)])];
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
