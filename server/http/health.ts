import type { FastifyInstance } from 'fastify';
import { RELEASE } from '../../db/release.ts';
import type { Services } from '../domain/ground/verbs/context.ts';
import { readiness } from './readiness.ts';

/**
 * `/healthz`: the process runs. `/readyz`: it can serve: database, bet connections and listener respond. 200 with
 * `{"status": "ready"}`, or with `slow` and a reason while the database answers late; 503 with the reason otherwise. Each
 * names the release that runs.
 */
export function health(app: FastifyInstance, { db, bets, events, log }: Services): void {
  const check = readiness({
    betAnswers: () => bets.answers,
    listenerReceives: () => events.isConnected,
    pingDatabase: async () => {
      await db.execute('select 1').catch((err: unknown) => {
        log.warn({ err }, 'the database does not answer');
        throw err;
      });
    },
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  let lastReason: string | null = null;
  app.get('/readyz', async (_request, reply) => {
    const found = await check();
    const reason = found.status === 'ready' ? null : `${found.status}: ${found.reason}`;
    if (reason !== null && reason !== lastReason) log.warn(`not quite ready: ${reason}`);
    lastReason = reason;
    return reply.code(found.status === 'unavailable' ? 503 : 200).send({ ...found, release: RELEASE });
  });
}
