import type { FastifyInstance } from 'fastify';

/** The file by which browsers install the web app. */
export function webManifest(app: FastifyInstance, { name }: { readonly name: string }): void {
  const manifest = JSON.stringify({
    name,
    lang: 'en',
    short_name: name,
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#6b1e63',
    theme_color: '#6b1e63',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
  );
}
