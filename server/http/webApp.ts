import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/** The build gives these names with a hash of their content. */
const IMMUTABLE = /\/assets\/[^/]+$/;

/**
 * The web app: its files as they were built, compressed ahead; and the page itself for every other address that a
 * person may have opened or reloaded, since its screens are addresses of their own.
 */
export async function webApp(app: FastifyInstance, root = built): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasting = IMMUTABLE.test(path.replaceAll('\\', '/'));
      void reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) {
      const path = request.url.split('?')[0];
      return reply.code(404).send({
        success: false,
        message: 'Not found.',
        code: 'NOT_FOUND',
        detail: `There is no ${request.method} ${path}`,
      });
    }
    if (existsSync(join(root, 'index.html'))) return reply.sendFile('index.html');
    return reply.code(503).type('text/plain').send('The web app has not been built yet: npm start builds it.');
  });
}

/** A person with a browser: no file is asked for, and a page would do. */
function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = url.split('?')[0] ?? '';
  return (headers.accept ?? '').includes('text/html') && !/\.\w+$/.test(path);
}
