import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../domain/context.ts';
import { receivedAt, type ReceivedCall } from '../domain/receivedCalls.ts';
import type { LoopSlices } from '../platform/loopSlices.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When its head arrived, before session, body and queues. */
    received: ReceivedCall;
  }
  interface FastifyContextConfig {
    /** Calls of this route may place a bet. */
    placesBets?: boolean;
  }
}

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
  app.addHook('onRequest', (request, reply, done) => {
    const now = clock.now();
    if (mayBet(request)) {
      request.received = receivedCalls.begin(now);
      reply.raw.once('close', request.received.end);
    } else {
      request.received = receivedAt(now);
    }
    slices.run(done);
  });
}

/** Without a session nothing is bet. */
function mayBet({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.placesBets === true && headers.authorization !== undefined;
}
