import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WEB_DIST } from '../config/builtWeb.ts';
import { isScreen } from '../config/screens.ts';
import { REQUEST_ID_HEADER } from './requestIds.ts';
import { requestLanguage } from './requestLanguage.ts';
import { DOCUMENT_HEADERS } from './security.ts';
import { webManifest } from './webManifest.ts';
import { WebPage } from './webPage.ts';

/**
 * The web app: its built files, compressed ahead of time; and the page itself for every other URL that a user may have
 * opened or reloaded, since screens have URLs of their own.
 */
export async function webApp(
  app: FastifyInstance,
  product: object & { readonly slug: string; readonly name: string },
  root = WEB_DIST,
): Promise<void> {
  const page = new WebPage(root, product);
  webManifest(app, product);
  await app.register(fastifyStatic, {
    root,
    index: false,
    allowedPath: (path) => path !== '/' && !path.startsWith('/pages/'),
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', 'no-cache');
      if (/verify\.html(\.\w+)?$/.test(path)) {
        const html = readFileSync(join(root, 'verify.html'), 'utf8');
        void reply.header('content-security-policy', verifierPolicy(html));
      }
    },
  });
  await app.register(assets, { root: join(root, 'assets') });

  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const { method } = request;
    if (app.hasRoute({ method: 'GET', url: path }) && !app.hasRoute({ method, url: path })) {
      const detail = `${path} takes GET and HEAD, not ${method}`;
      const refusal = { success: false, message: 'Method not allowed', code: 'METHOD_NOT_ALLOWED', detail };
      return reply.code(405).header('allow', 'GET, HEAD').send(refusal);
    }
    if (!acceptsPage(request, path, product.slug)) {
      const detail = `There is no ${method} ${path}`;
      const refusal = { success: false, message: 'Not found', code: 'NOT_FOUND', detail };
      return reply.code(404).header('cache-control', 'no-store').send(refusal);
    }
    if (sendPage(page, path, request, reply)) return reply;
    return reply.code(503).type('text/plain').send('The web app has not been built yet: npm start builds it.');
  });
}

/** The policy that a verifier (its HTML) states itself, and that no page may frame it, which only a header can. */
export function verifierPolicy(html: string): string {
  const [, stated] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
  return `${stated ?? "default-src 'none'"}; frame-ancestors 'none'`;
}

/**
 * The scripts, styles and fonts. The build includes a content hash in their names, so browsers keep them for ever. A page
 * loads many, so they carry no header that only a document obeys, none to ask for parts or whether they have changed, and no
 * request id.
 */
async function assets(app: FastifyInstance, { root }: { readonly root: string }): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    for (const name of [...DOCUMENT_HEADERS, REQUEST_ID_HEADER]) reply.removeHeader(name);
  });
  await app.register(fastifyStatic, {
    root,
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    acceptRanges: false,
    lastModified: false,
    etag: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
}

/** Sends the document at a path, or 304 to a browser that has it; false where the app hasn't been built. */
function sendPage(page: WebPage, path: string, { url, headers }: FastifyRequest, reply: FastifyReply): boolean {
  const document = page.at(path, headers['accept-encoding'] ?? '', requestLanguage(url, headers));
  if (document === null) return false;
  const { body, encoding, etag, language, policy } = document;
  const always = { 'cache-control': 'no-cache', etag, vary: 'accept-encoding, accept-language, cookie' };
  void reply.headers({ ...always, 'content-language': language, 'content-security-policy': policy });
  if (headers['if-none-match'] === etag) {
    void reply.code(304).send();
    return true;
  }
  if (encoding) void reply.header('content-encoding', encoding);
  // The handler is Fastify's for unknown paths, whose status would be 404.
  void reply.code(200).type('text/html; charset=utf-8').send(body);
  return true;
}

/**
 * Whether to answer with the page: at a screen's URL whenever HTML is acceptable, at any other URL (where the page
 * shows "not found") only when the Accept header names HTML, as browsers do. Never for a file's path.
 */
function acceptsPage({ method, headers }: FastifyRequest, path: string, productSlug: string): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || /\.\w+$/.test(path)) return false;
  const types = acceptedTypes(headers.accept);
  if (types.includes('text/html')) return true;
  return isScreen(path, productSlug) && types.some((type) => type === '*/*' || type === 'text/*');
}

/** The media types of an Accept header except excluded ones (q=0); without the header, any type. */
function acceptedTypes(accept: string | undefined): string[] {
  return (accept || '*/*')
    .toLowerCase()
    .split(',')
    .filter((range) => !/;\s*q=0(?:\.0*)?\s*$/.test(range))
    .map((range) => (range.split(';')[0] ?? '').trim());
}
