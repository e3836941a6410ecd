import { authenticate } from '../../domain/accounts/sessions/authenticate.ts';
import { RequestContext, type Context, type Services } from '../../domain/ground/verbs/context.ts';
import type { ReceivedCall } from '../../domain/ground/calls/receivedCalls.ts';
import { recordSeen } from '../../domain/stats/recordSeen.ts';
import type { LoopSlices } from '../../platform/loopSlices.ts';
import type { CallRequest, GraphQLContext, ProductFacts } from './context.ts';
import { Steps } from './steps.ts';

/** The client's address, and the access token of the request. */
export interface Credentials {
  token: string | undefined;
  client?: Context['client'];
  /** The HTTP request, whose id is in its log; absent on sockets, whose operations outlive their request. */
  request?: CallRequest;
  /** The request's `Idempotency-Key` header. */
  idempotencyHeader?: string | undefined;
  noteReplay?: Context['noteReplay'];
}

export const anonymousCredentials: Credentials = { token: undefined };

/** Creates the context of a call that begins now, or has begun when it was received. */
export type CallContext = (credentials: Credentials, received?: ReceivedCall) => Promise<GraphQLContext>;

/**
 * Creates contexts of calls. Without a token the caller is anonymous. A caller with an invalid token is anonymous too,
 * so that a session can be renewed; what requires a user then answers UNAUTHENTICATED. Operations are executed in `slices` of
 * the event loop's time.
 */
export function callContexts(services: Services, product: ProductFacts, slices: LoopSlices): CallContext {
  return async (credentials, received) => {
    const context = new CallersContext(services, { product, slices }, credentials, received);
    const { token } = credentials;
    if (token === undefined) return context;
    context.actor = await authenticate(context, token);
    context.tokenRefused = context.actor.kind === 'anonymous';
    recordSeen(context);
    return context;
  };
}

interface Surroundings {
  readonly product: ProductFacts;
  readonly slices: LoopSlices;
}

class CallersContext extends RequestContext implements GraphQLContext {
  readonly product: ProductFacts;
  readonly token: string | undefined;
  readonly request: Credentials['request'];
  readonly idempotencyHeader: string | undefined;
  readonly noteReplay: Credentials['noteReplay'];
  tokenRefused = false;
  readonly call: GraphQLContext['call'];
  // Not #private: the plugin gives resolvers an object that inherits from this one and has no access to private fields.
  private readonly services: Services;
  private readonly slices: LoopSlices;
  private readonly credentials: Credentials;
  readonly steps: Steps;

  constructor(
    services: Services,
    { product, slices }: Surroundings,
    credentials: Credentials,
    received?: ReceivedCall,
  ) {
    super(services, { kind: 'anonymous' }, credentials.client, received);
    this.call = { countedAs: null, received };
    this.product = product;
    this.slices = slices;
    this.steps = new Steps(slices);
    this.token = credentials.token;
    this.request = credentials.request;
    this.idempotencyHeader = credentials.idempotencyHeader;
    this.noteReplay = credentials.noteReplay;
    this.services = services;
    this.credentials = credentials;
  }

  renew(): Promise<GraphQLContext> {
    return callContexts(this.services, this.product, this.slices)(this.credentials);
  }
}
