import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Services } from '../domain/context.ts';
import type { Metrics } from '../platform/metrics.ts';
import { isLocal } from './local.ts';
import { turnAwayWhenOverloaded } from './overload.ts';

/** Whoever asks whether it can serve wants to know soon. */
const DATABASE_PATIENCE_MS = 1_000;

/**
 * `/healthz`: the process runs. `/readyz`: it can serve, its database included. `/metrics`: what an operator watches, on
 * the machine itself only. A server that can't keep up answers 503 for a while.
 */
export function health(
  app: FastifyInstance,
  { services, config, metrics }: { services: Services; config: Config; metrics: Metrics },
): void {
  turnAwayWhenOverloaded(app);
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      const late = delay(DATABASE_PATIENCE_MS, undefined, { ref: false }).then(() => {
        throw new Error(`no answer within ${DATABASE_PATIENCE_MS} ms`);
      });
      await Promise.race([services.db.execute('select 1'), late]);
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'the database does not answer' });
    }
  });
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request, config)) return reply.callNotFound();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
