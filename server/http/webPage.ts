import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { documentFile } from '../config/builtWeb.ts';
import { pageAt } from '../config/screens.ts';
import { defaultLanguage, type Language } from '../platform/languages.ts';
import { escapeHtml } from '../platform/html.ts';
import { documentPolicy } from './security.ts';

/** As Vite writes the scripts of server/build/documentHead.ts. */
const INLINE_SCRIPT = /<script>([^]*?)<\/script>/g;
/** The name of the product in an outline (web/outlines.ts). */
const PRODUCT_NAME = '{product}';

/** The document of a page in one encoding. */
export interface WebDocument {
  readonly body: Buffer;
  readonly encoding: 'br' | 'gzip' | null;
  readonly etag: string;
  readonly language: Language;
  /** Its content security policy. */
  readonly policy: string;
}

/** The facts of the product that every page needs. */
type Product = object & { readonly name: string; readonly slug: string };

/**
 * The documents of the web app, one a page (server/build/htmlPages.ts), with the facts of the product: its name in the outline,
 * and all of them as JSON.
 */
export class WebPage {
  readonly #root: string;
  readonly #product: Product;
  /** By file and encoding. */
  readonly #documents = new Map<string, WebDocument & { readonly builtAt: number }>();

  constructor(root: string, product: Product) {
    this.#root = root;
    this.#product = product;
  }

  /** The document at a path; null where the app hasn't been built. `accepted`: the Accept-Encoding header. */
  at(path: string, accepted: string, language: Language): WebDocument | null {
    const page = pageAt(path, this.#product.slug);
    return page ? (this.#of(page.path, accepted, language) ?? this.#of(page.path, accepted, defaultLanguage)) : null;
  }

  /** Read again when it was built again, which a server started beside this one does. */
  #of(route: string, accepted: string, language: Language): WebDocument | null {
    const file = join(this.#root, documentFile(route, language));
    const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (builtAt === undefined) return null;
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? null;
    const key = `${file} ${encoding}`;
    const known = this.#documents.get(key);
    if (known?.builtAt === builtAt) return known;
    const html = readFileSync(file, 'utf8');
    const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script);
    const policy = documentPolicy(scripts.map((script) => createHash('sha256').update(script).digest('base64')));
    const made = { ...encoded(this.#withProduct(html), encoding), language, policy, builtAt };
    this.#documents.set(key, made);
    return made;
  }

  #withProduct(html: string): string {
    return html
      .replaceAll(PRODUCT_NAME, () => escapeHtml(this.#product.name))
      .replace('</head>', () => `${jsonScript('product', this.#product)}\n</head>`);
  }
}

/** A script element of JSON, which can't end it. */
function jsonScript(id: string, value: object): string {
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${id}">${json}</script>`;
}

function encoded(text: string, encoding: WebDocument['encoding']): Pick<WebDocument, 'body' | 'encoding' | 'etag'> {
  const plain = Buffer.from(text);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
  if (encoding === 'gzip') return { body: gzipSync(plain), encoding, etag };
  if (encoding === null) return { body: plain, encoding, etag };
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return { body: brotliCompressSync(plain, { params }), encoding, etag };
}
