import { authenticate } from '../domain/accounts/authenticate.ts';
import { RequestContext, type Context, type Services } from '../domain/context.ts';
import { recordSeen } from '../domain/stats/recordSeen.ts';
import type { GraphQLContext, ProductFacts } from './context.ts';

/** Where a call comes from, and the access token that came with it. */
export interface Credentials {
  token: string | undefined;
  client?: Context['client'];
}

export const nobody: Credentials = { token: undefined };

/** Makes the context of a call that begins now. */
export type CallContext = (credentials: Credentials) => Promise<GraphQLContext>;

/**
 * How contexts of calls are made. Without a token the caller is anonymous. So is one whose token is no longer good, so
 * that a session can be renewed; whatever needs somebody then says UNAUTHENTICATED.
 */
export function callContexts(services: Services, product: ProductFacts): CallContext {
  return async (credentials) => {
    const context = new CallersContext(services, product, credentials);
    const { token } = credentials;
    if (token === undefined) return context;
    context.actor = await authenticate(context, token);
    context.tokenRefused = context.actor.kind === 'anonymous';
    recordSeen(context);
    return context;
  };
}

class CallersContext extends RequestContext implements GraphQLContext {
  readonly product: ProductFacts;
  readonly token: string | undefined;
  tokenRefused = false;
  readonly call: GraphQLContext['call'] = { countedAs: null };
  // Not #private: the envelope hands resolvers an object that only inherits from this one, which may not read those.
  private readonly services: Services;
  private readonly credentials: Credentials;

  constructor(services: Services, product: ProductFacts, credentials: Credentials) {
    super(services, { kind: 'anonymous' }, credentials.client);
    this.product = product;
    this.token = credentials.token;
    this.services = services;
    this.credentials = credentials;
  }

  renew(): Promise<GraphQLContext> {
    return callContexts(this.services, this.product)(this.credentials);
  }
}
