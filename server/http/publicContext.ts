import type { FastifyRequest } from 'fastify';
import { type Context, contextFor, type Services } from '../domain/context.ts';
import type { LimitCall } from './callLimit.ts';
import type { ClientOf } from './clients.ts';
import type { ReaderLimits } from './slowReaders.ts';

/** What routes outside of GraphQL and REST need. */
export interface RouteParts {
  readonly services: Services;
  readonly limitCall: LimitCall;
  readonly clientOf: ClientOf;
  /** Minimum speed at which long files are read. */
  readonly readers: ReaderLimits;
}

/** Context of requests that need no session. Each counts against its address's limit. */
export function publicContext({
  services,
  limitCall,
  clientOf,
}: Omit<RouteParts, 'readers'>): (request: FastifyRequest) => Context {
  return (request) => {
    const ctx = contextFor(services, { kind: 'anonymous' }, clientOf(request));
    limitCall({ actor: ctx.actor, address: ctx.client?.address ?? null, kind: 'other' });
    return ctx;
  };
}
