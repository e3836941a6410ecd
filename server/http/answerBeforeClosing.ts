import type { FastifyInstance } from 'fastify';

/** How often connections are closed whose last call has been answered meanwhile. */
const SWEEP_MS = 25;

/**
 * A server that closes answers the calls under way first. Streams would go on for ever, a stuck client may never take
 * its answer, and a socket need not say goodbye: after `patienceMs` everything that is still open is cut.
 */
export function answerBeforeClosing(app: FastifyInstance, { patienceMs = 3_000 }: { patienceMs?: number } = {}): void {
  app.addHook('preClose', (done) => {
    const { server } = app;
    if (server.listening) {
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const cut = setTimeout(() => {
        server.closeAllConnections();
        for (const socket of app.websocketServer.clients) socket.terminate();
      }, patienceMs);
      server.once('close', () => {
        clearInterval(sweep);
        clearTimeout(cut);
      });
    }
    done();
  });
}
