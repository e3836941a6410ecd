import type { FastifyRequest } from 'fastify';
import { takeSmallCall } from '../domain/ground/calls/callBudget.ts';
import { type Context, contextFor, type Services } from '../domain/ground/verbs/context.ts';
import type { CallLimits } from './callLimit.ts';
import type { ClientOf } from './clients.ts';
import type { ReaderLimits } from './slowReaders.ts';

/** What routes outside of GraphQL and REST need. */
export interface RouteParts {
  readonly services: Services;
  readonly limits: CallLimits;
  readonly clientOf: ClientOf;
  /** Minimum speed at which long files are read. */
  readonly readers: ReaderLimits;
}

/** A file costs a point, unless its own bounds limit it. */
const POINTS = 1;

/**
 * Context of requests that need no session. Each is taken from its address's bucket, and waits for its turn among all callers
 * without one. Rejects with RATE_LIMITED, ServerBusyError.
 */
export function publicContext(
  parts: Pick<RouteParts, 'services' | 'limits' | 'clientOf'>,
): (request: FastifyRequest) => Promise<Context> {
  const contextOf = freeContext(parts);
  return async (request) => {
    const ctx = contextOf(request);
    const address = ctx.client?.address ?? null;
    await takeSmallCall(parts.limits, { kind: 'other', count: POINTS, actor: ctx.actor, address });
    return ctx;
  };
}

/** The same for what costs nothing. */
export function freeContext({
  services,
  clientOf,
}: Pick<RouteParts, 'services' | 'clientOf'>): (request: FastifyRequest) => Context {
  return (request) => contextFor(services, { kind: 'anonymous' }, clientOf(request));
}
