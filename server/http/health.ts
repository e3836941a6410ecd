import type { FastifyInstance } from 'fastify';
import type { Services } from '../domain/context.ts';
import { readiness } from './readiness.ts';

/**
 * `/healthz`: the process runs. `/readyz`: it can serve: database, bet connections and listener respond.
 */
export function health(app: FastifyInstance, { db, bets, events, log }: Services): void {
  const trouble = readiness({
    lanesRespond: () => bets.isResponding,
    listenerReceives: () => events.isConnected,
    pingDatabase: async () => {
      await db.execute('select 1').catch((err: unknown) => {
        log.warn({ err }, 'the database does not answer');
        throw err;
      });
    },
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  let lastTrouble: string | null = null;
  app.get('/readyz', async (_request, reply) => {
    const found = await trouble();
    if (found !== null && found !== lastTrouble) log.warn(`not ready: ${found}`);
    lastTrouble = found;
    return found === null ? { status: 'ready' } : reply.code(503).send({ status: found });
  });
}
