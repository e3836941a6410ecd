import type { FastifyInstance } from 'fastify';

const RETRY_AFTER_SECONDS = 5;

/**
 * Turns calls away with 503 after an event loop that answered nobody for longer than `maxLateMs`, until it has kept
 * time again for one tick: without that, everybody's calls wait behind those of people who have long given up.
 */
export function turnAwayWhenOverloaded(
  app: FastifyInstance,
  { tickMs = 500, maxLateMs = 5_000 }: { tickMs?: number; maxLateMs?: number } = {},
): void {
  let lateMs = 0;
  let dueAt = performance.now() + tickMs;
  const tick = setInterval(() => {
    const now = performance.now();
    lateMs = now - dueAt;
    dueAt = now + tickMs;
  }, tickMs);
  tick.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(tick);
    done();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (lateMs <= maxLateMs) {
      done();
      return;
    }
    reply.header('retry-after', String(RETRY_AFTER_SECONDS));
    done(Object.assign(new Error('Service Unavailable'), { statusCode: 503 }));
  });
}
