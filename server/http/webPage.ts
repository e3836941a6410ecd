import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { localFile, PAGES_FILE } from '../config/builtWeb.ts';
import { defaultLanguage, type Language } from '../platform/languages.ts';
import { escapeHtml } from '../platform/html.ts';
import { documentPolicy } from './security.ts';

/** As Vite writes it. */
const STYLESHEET = /<link rel="stylesheet"[^>]*>/g;
/** As Vite writes the scripts of server/build/documentHead.ts. */
const INLINE_SCRIPT = /<script>([^]*?)<\/script>/g;
/** As index.html has it. */
const ROOT = '<div id="root"></div>';
/** The name of the product in a shell (web/shell.ts). */
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

/** As server/build/pageFiles.ts writes it. */
interface PageFiles {
  readonly files: readonly string[];
  readonly shell: string;
  readonly calls: readonly object[];
}

/** The facts of the product that every page needs. */
type Product = object & { readonly name: string; readonly slug: string };

interface Page extends PageFiles {
  readonly matches: (path: string) => boolean;
  readonly route: string;
}

const noPage = { files: [], shell: '', calls: [], route: '' };

interface Build {
  readonly language: Language;
  readonly builtAt: number;
  readonly html: string;
  readonly policy: string;
  readonly pages: readonly Page[];
  /** By page and encoding. */
  readonly documents: Map<string, WebDocument>;
}

/**
 * The document of the web app, index.html with what its page needs first: the facts of the product, as JSON, links to the
 * scripts and style sheets of the page at this path, the queries that it sends first, and its shell. The style sheets stand below the shell, which needs
 * none of them: browsers paint it before they have arrived.
 */
export class WebPage {
  readonly #root: string;
  readonly #product: Product;
  readonly #builds = new Map<Language, Build>();

  constructor(root: string, product: Product) {
    this.#root = root;
    this.#product = product;
  }

  /** The document at a path; null where the app hasn't been built. `accepted`: the Accept-Encoding header. */
  at(path: string, accepted: string, language: Language): WebDocument | null {
    const build = this.#currentBuild(language) ?? this.#currentBuild(defaultLanguage);
    if (build === null) return null;
    const place = build.pages.findIndex(({ matches }) => matches(path));
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? null;
    const key = `${place} ${encoding}`;
    const known = build.documents.get(key);
    if (known) return known;
    const made = {
      ...encoded(this.#written(build.html, build.pages[place]), encoding),
      language: build.language,
      policy: build.policy,
    };
    build.documents.set(key, made);
    return made;
  }

  /** Read again when it was built again, which a server started beside this one does. */
  #currentBuild(language: Language): Build | null {
    const index = join(this.#root, localFile('index.html', language));
    const builtAt = statSync(index, { throwIfNoEntry: false })?.mtimeMs;
    if (builtAt === undefined) return null;
    const known = this.#builds.get(language);
    if (known?.builtAt === builtAt) return known;
    const html = readFileSync(index, 'utf8');
    const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script);
    const policy = documentPolicy(scripts.map((script) => createHash('sha256').update(script).digest('base64')));
    const documents = new Map<string, WebDocument>();
    const build = { language, builtAt, html, policy, pages: this.#pages(language), documents };
    this.#builds.set(language, build);
    return build;
  }

  #pages(language: Language): Page[] {
    const file = join(this.#root, localFile(basename(PAGES_FILE), language));
    if (!statSync(file, { throwIfNoEntry: false })) return [];
    const pages = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, PageFiles>);
    return pages
      .toSorted(([a], [b]) => Number(a === '*') - Number(b === '*'))
      .map(([route, page]) => ({ ...page, route, matches: matcherOf(route, this.#product.slug) }));
  }

  #written(html: string, { files, shell, calls, route }: Omit<Page, 'matches'> = noPage): string {
    const scripts = files.filter((file) => !file.endsWith('.css'));
    const preloads = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
    const facts = [
      jsonScript('product', this.#product),
      ...(calls.length > 0 ? [jsonScript('early', { path: route, calls })] : []),
    ];
    const styles = [
      ...(html.match(STYLESHEET) ?? []),
      ...files
        .filter((file) => file.endsWith('.css'))
        .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ];
    return html
      .replaceAll(STYLESHEET, '')
      .replace('</head>', () => `${[...preloads, ...facts].join('\n')}\n</head>`)
      .replace(ROOT, () => {
        const named = shell.replaceAll(PRODUCT_NAME, escapeHtml(this.#product.name));
        return `<div id="root">${named}</div>\n${styles.join('\n')}`;
      });
  }
}

/** Whether a path is at a route; like the router without regard to case and a slash at the end. */
function matcherOf(route: string, slug: string): (path: string) => boolean {
  if (route === '*') return () => true;
  const pattern = route.replace('/:slug', `/${slug}`).replaceAll(/:\w+/g, '[^/]+');
  const regExp = new RegExp(`^${pattern}/?$`, 'i');
  return (path) => regExp.test(path);
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
