import type { FastifyInstance, FastifyRequest } from 'fastify';

const RETRY_AFTER_SECONDS = 5;
/** Milliseconds for which the event loop may be blocked, or a request may wait, before requests are rejected. */
export const MAX_STALL_MS = 5_000;

/**
 * Rejects requests with 503 after the event loop was blocked for longer than `maxLateMs`, until one tick is on time
 * again, and those that have waited for longer than that (`waitedMs`). Otherwise all requests would queue behind those whose clients have long timed out. Why not
 * @fastify/under-pressure: .github/decisions/015.
 */
export function rejectWhenOverloaded(
  app: FastifyInstance,
  {
    tickMs = 500,
    maxLateMs = MAX_STALL_MS,
    waitedMs = () => 0,
  }: { tickMs?: number; maxLateMs?: number; waitedMs?: (request: FastifyRequest) => number } = {},
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
  app.addHook('onRequest', (request, reply, done) => {
    if (lateMs <= maxLateMs && waitedMs(request) <= maxLateMs) {
      done();
      return;
    }
    reply.header('retry-after', String(RETRY_AFTER_SECONDS));
    done(Object.assign(new Error('Service Unavailable'), { statusCode: 503 }));
  });
}
