import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../platform/html.ts';
import { type Operator, operatorFooter } from '../platform/operator.ts';

const assets = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/**
 * Starts Swagger UI on our own document. A separate file, because the content security policy allows no inline script.
 */
const boot = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#explorer',
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

const page = (title: string, footer: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} REST API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/rest/swagger-ui.css">
  </head>
  <body>
    <div id="explorer"></div>${footer}
    <script src="/rest/swagger-ui-bundle.js"></script>
    <script src="/rest/boot.js"></script>
  </body>
</html>
`;

/** The page at /rest to read and try the API, under this content security policy. Everything comes from this server, so that it works offline. */
export async function explorer(
  app: FastifyInstance,
  { productName, operator, policy }: { productName: string; operator: Operator | null; policy: string },
): Promise<void> {
  const html = page(escapeHtml(productName), operatorFooter(operator));
  app.get('/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html),
  );
  app.get('/boot.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(boot));
  await app.register(fastifyStatic, {
    root: dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json'))),
    decorateReply: false,
    allowedPath: (path) => assets.includes(path.replace(/^\//, '')),
  });
}
