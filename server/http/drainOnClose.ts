import type { FastifyInstance } from 'fastify';

/** How often connections are closed whose last request has been answered meanwhile. */
const SWEEP_MS = 25;

/**
 * Lets a closing server answer the requests under way first. Streams would never end, and stuck clients may never read
 * their response, so after `timeoutMs` every open connection is destroyed.
 */
export function drainOnClose(app: FastifyInstance, { timeoutMs = 3_000 }: { timeoutMs?: number } = {}): void {
  app.addHook('preClose', (done) => {
    const { server } = app;
    if (server.listening) {
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const cut = setTimeout(() => {
        server.closeAllConnections();
        for (const socket of app.websocketServer.clients) socket.terminate();
      }, timeoutMs);
      server.once('close', () => {
        clearInterval(sweep);
        clearTimeout(cut);
      });
    }
    done();
  });
}
