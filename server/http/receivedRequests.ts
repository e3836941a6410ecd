import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../domain/ground/verbs/context.ts';
import { receivedAt, type ReceivedCall } from '../domain/ground/calls/receivedCalls.ts';
import type { LoopSlices } from '../platform/loopSlices.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When its head arrived, before session, body and queues. */
    received: ReceivedCall;
    /** The same instant by the monotonic clock, in milliseconds. */
    arrivedAt: number;
  }
  interface FastifyContextConfig {
    /** Calls of this route may place a bet. */
    placesBets?: boolean;
  }
}

/** Requests that wait at a time. More are answered at once, as if they had waited for ever. */
const MAX_WAITING = 20_000;

/**
 * Notes the instant at which a request's head arrives, then processes requests in slices of the event loop's time. Must be
 * called before other hooks are added: they would delay the instant.
 */
export function noteReceived(
  app: FastifyInstance,
  { clock, receivedCalls }: Pick<Services, 'clock' | 'receivedCalls'>,
  slices: LoopSlices,
): void {
  app.decorateRequest('received');
  app.decorateRequest('arrivedAt', 0);
  app.addHook('onRequest', (request, reply, done) => {
    const isFull = slices.length >= MAX_WAITING;
    request.arrivedAt = isFull ? -Infinity : performance.now();
    const now = clock.now();
    if (mayBet(request)) {
      request.received = receivedCalls.begin(now);
      reply.raw.once('close', request.received.end);
    } else {
      request.received = receivedAt(now);
    }
    if (isFull) done();
    else slices.run(done);
  });
}

/** Without a session nothing is bet. */
function mayBet({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.placesBets === true && headers.authorization !== undefined;
}

/** How long a request has waited since its head arrived, in milliseconds. */
export function waitedMs({ arrivedAt }: FastifyRequest): number {
  return performance.now() - arrivedAt;
}
