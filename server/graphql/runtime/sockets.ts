import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CloseCode, makeServer, type Context as Connection, type SubscribePayload } from 'graphql-ws';
import type { DocumentNode, ExecutionArgs, GraphQLError, OperationDefinitionNode } from 'graphql';
import type { WebSocket } from 'ws';
import { bearerToken } from '../../domain/accounts/sessions/bearerToken.ts';
import type { Services } from '../../domain/ground/verbs/context.ts';
import { DomainError } from '../../domain/ground/refusals/errors.ts';
import { receivedAt } from '../../domain/ground/calls/receivedCalls.ts';
import type { ReceivedCall } from '../../domain/ground/calls/receivedCalls.ts';
import type { LoopSlices } from '../../platform/loopSlices.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { CallContext, Credentials } from './callers.ts';
import { canonicalName } from './canonical.ts';
import { TRY_AGAIN_LATER } from './closeCodes.ts';
import type { GraphQLContext } from './context.ts';
import { operationOf } from './documents.ts';
import { tooManySubscriptions, type Engine, type Operation } from './engine.ts';
import { publicError, requestError } from './errors.ts';
import { Heartbeat } from './heartbeat.ts';
import { isOver } from './isOver.ts';
import type { OpenLimits } from './openLimits.ts';
import { operationCost } from './operationCost.ts';
import { SessionWatch } from './sessionWatch.ts';
import { SharedContext } from './sharedContext.ts';
import { isShared, isSharedByAnonymous } from './sharing.ts';
import { SocketGuard } from './socketGuard.ts';
import { SubscriptionHub, type Consumer } from './subscriptionHub.ts';
import { Turns } from './turns.ts';
import { takesMore } from './unsentBytes.ts';
import { variablesRefusal } from './variableBounds.ts';
import { WaitingSockets } from './waitingSockets.ts';

const INIT_WAIT_MS = 10_000;
/** Messages of a socket that wait at a time; with more it isn't read, until half of them have been processed. */
const MAX_WAITING_MESSAGES = 64;
/** Screens have only a few. */
const MAX_OPERATIONS = 100;
/** Concurrent events of shared subscriptions. All groups of an event read the same data, so few need the database. */
const SHARED_EVENTS_AT_ONCE = 8;

interface Extra extends Record<PropertyKey, unknown> {
  socket: WebSocket;
  /** The underlying connection. */
  stream: Duplex;
  /** Without a token until `connection_init`. */
  credentials: Credentials;
  /** Active subscriptions by operation id. */
  subscriptions: Map<string, string>;
  /** Steps under way of operations that have not started yet. */
  starting: Set<Promise<unknown>>;
  /** Length of the message that is being processed. */
  messageBytes: number;
  /** When its frame arrived. */
  received: ReceivedCall | undefined;
  /** Releases the socket's share of its caller's limit; null until it is authenticated. */
  free: (() => void) | null;
}

type SocketConnection = Connection<Record<string, unknown> | undefined, Extra>;

/** An operation of a socket, passed by graphql-ws from `onSubscribe` to `execute` and `subscribe`. */
interface SocketOperation extends ExecutionArgs {
  operation: Operation;
  definition: OperationDefinitionNode;
  /** The key under which events may be shared with other sockets; null when they are personal. */
  sharedAs: string | null;
  consumer: Consumer;
  starting: Extra['starting'];
}

/**
 * GraphQL over sockets: graphql-ws implements the protocol, the engine everything else. A socket closes with 4403 when
 * its session ends or its token expires, after which clients renew the session and reconnect, with 4401, which is fatal
 * to clients, when `authorization` is no bearer token, and with 1013 when its caller has too many, after which clients reconnect later. A ping with a payload is answered when the
 * subscriptions requested before it have started: what a client fetches from then on misses no event.
 */
export class GraphQLSockets {
  readonly #services: Services;
  readonly #engine: Engine;
  readonly #callContext: CallContext;
  readonly #hub: SubscriptionHub;
  readonly #sessions: SessionWatch;
  readonly #heartbeat = new Heartbeat();
  readonly #guard: SocketGuard;
  readonly #waiting: WaitingSockets | null;
  readonly #open: OpenLimits;
  readonly #slices: LoopSlices;
  readonly #shared: SharedContext;
  readonly #turns = new Turns(SHARED_EVENTS_AT_ONCE);
  readonly #metrics: Pick<Metrics, 'subscribers' | 'sockets'>;
  readonly #server: ReturnType<typeof makeServer<Record<string, unknown> | undefined, Extra>>;

  constructor(
    services: Services,
    engine: Engine,
    callContext: CallContext,
    metrics: Pick<Metrics, 'subscribers' | 'sockets'>,
    { open, callsPerMinute, slices }: { open: OpenLimits; callsPerMinute: number | 'off'; slices: LoopSlices },
  ) {
    this.#guard = new SocketGuard(services.clock, callsPerMinute);
    this.#waiting = callsPerMinute === 'off' ? null : new WaitingSockets();
    this.#open = open;
    this.#slices = slices;
    this.#shared = new SharedContext(services, callContext);
    this.#services = services;
    this.#engine = engine;
    this.#callContext = callContext;
    this.#metrics = metrics;
    this.#hub = new SubscriptionHub((error) => this.#report(error));
    this.#sessions = new SessionWatch(services);
    this.#server = makeServer<Record<string, unknown> | undefined, Extra>({
      connectionInitWaitTimeout: INIT_WAIT_MS,
      onConnect: (connection) => engine.inFlight.run(() => this.#connect(connection)),
      onPing: async ({ extra }, payload) => {
        this.#guard.pinged(extra.socket, extra.messageBytes);
        if (payload) await started(extra);
      },
      onSubscribe: (connection, operationId, payload) =>
        engine.inFlight.run(() => tracked(connection.extra, this.#prepare(connection, operationId, payload))),
      execute: (args) => this.#engine.execute((args as SocketOperation).operation),
      subscribe: (args) => tracked(args as SocketOperation, this.#subscribe(args as SocketOperation)),
      onOperation: ({ extra }, operationId, _payload, args, result) => {
        if (!(Symbol.asyncIterator in result)) return;
        const { name } = operationCost(args.schema, args.document, (args as SocketOperation).definition);
        extra.subscriptions.set(operationId, name);
        this.#metrics.subscribers.inc({ operation: name });
      },
      onComplete: ({ extra }, operationId) => {
        const name = extra.subscriptions.get(operationId);
        if (name !== undefined && extra.subscriptions.delete(operationId))
          this.#metrics.subscribers.dec({ operation: name });
      },
    });
  }

  /** Serves a new socket; its token comes with the first message. */
  opened(socket: WebSocket, stream: Duplex, credentials: Credentials): void {
    const address = credentials.client?.address ?? null;
    const extra: Extra = {
      socket,
      stream,
      credentials,
      subscriptions: new Map(),
      starting: new Set(),
      messageBytes: 0,
      received: undefined,
      free: null,
    };
    const closed = this.#server.opened(
      {
        protocol: socket.protocol,
        // A broken socket closes by itself.
        send: (data) => new Promise((resolve) => (takesMore(socket) ? socket.send(data, () => resolve()) : resolve())),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (handle) => {
          let waiting = 0;
          socket.on('message', (data: Buffer) => {
            if (!this.#guard.admits(socket)) return;
            const received = this.#receivedNow(extra);
            waiting += 1;
            if (waiting === MAX_WAITING_MESSAGES) socket.pause();
            this.#slices.run(() => {
              waiting -= 1;
              if (socket.isPaused && waiting < MAX_WAITING_MESSAGES / 2) socket.resume();
              extra.messageBytes = data.length;
              extra.received = received;
              handle(data.toString())
                .catch((error: unknown) => {
                  this.#report(error);
                  socket.close(CloseCode.InternalServerError, 'Internal server error');
                })
                .finally(received.end);
            });
          });
        },
      },
      extra,
    );
    this.#metrics.sockets.inc();
    this.#guard.watch(socket);
    this.#heartbeat.add(socket);
    this.#waiting?.add(address, socket);
    // Replaces the plugin's listener, which would hold the request and its reply for the socket's lifetime.
    socket.removeAllListeners('error').on('error', () => socket.terminate());
    socket.once('close', (code, reason) => {
      this.#metrics.sockets.dec();
      this.#heartbeat.remove(socket);
      this.#waiting?.remove(address, socket);
      extra.free?.();
      // After the messages before it.
      this.#slices.run(() => void closed(code, reason.toString()).catch((error: unknown) => this.#report(error)));
    });
  }

  /** A message that arrives now; with a session it may place a bet. */
  #receivedNow({ credentials }: Extra): ReceivedCall {
    const { clock, receivedCalls } = this.#services;
    return credentials.token === undefined ? receivedAt(clock.now()) : receivedCalls.begin(clock.now());
  }

  stop(): void {
    this.#sessions.stop();
    this.#shared.stop();
    this.#heartbeat.stop();
  }

  /** Accepts a socket without a token or with a valid one, for as long as its session lasts. */
  async #connect({ extra, connectionParams }: SocketConnection): Promise<boolean> {
    const token = this.#tokenIn(extra.socket, connectionParams);
    if (token === null) return false;
    extra.credentials = { ...extra.credentials, token };
    const context = await this.#callContext(extra.credentials);
    if (context.tokenRefused || !this.#admit(extra, context)) return false;
    const { actor } = context;
    const claims = token === undefined ? null : this.#services.tokens.readAccess(token, context.now);
    if (claims === null || !('sessionId' in actor)) return true;
    const isAlive = async () => !isOver(actor, (await context.renew()).actor);
    const unwatch = this.#sessions.watch({
      sessionId: actor.sessionId,
      expiresAt: claims.expiresAt,
      isAlive,
      over: () => extra.socket.close(CloseCode.Forbidden, 'Forbidden'),
    });
    if (isOpen(extra.socket)) extra.socket.once('close', unwatch);
    else unwatch();
    // The session may have ended before the watch started.
    return isAlive();
  }

  /** The token of the connection parameters; null, with the socket closed, where they hold something else. */
  #tokenIn(socket: WebSocket, parameters: SocketConnection['connectionParams']): string | undefined | null {
    try {
      return bearerToken(parameters?.['authorization'] ?? parameters?.['Authorization']);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // Fatal to clients: connecting again with the same parameters doesn't help.
      socket.close(CloseCode.Unauthorized, error.message);
      return null;
    }
  }

  /** Counts a socket for its caller; closes it when the caller has too many. */
  #admit(extra: Extra, context: GraphQLContext): boolean {
    const { socket, credentials } = extra;
    this.#waiting?.remove(credentials.client?.address ?? null, socket);
    if (!isOpen(socket)) return false;
    extra.free = this.#open.socket(context);
    if (extra.free === null) socket.close(TRY_AGAIN_LATER, 'Too many sockets');
    return extra.free !== null;
  }

  async #prepare(
    { extra, subscriptions }: SocketConnection,
    operationId: string,
    payload: SubscribePayload,
  ): Promise<SocketOperation | readonly GraphQLError[]> {
    // graphql-ws already counts this one, and those that arrived in the same burst.
    if (Object.keys(subscriptions).length > MAX_OPERATIONS) {
      return [requestError(`A socket may have ${MAX_OPERATIONS} operations at a time.`)];
    }
    // Read at once: the next message replaces it.
    const { received } = extra;
    const context = await this.#callContext(extra.credentials, received);
    const admitted = this.#engine.admit(payload.query, context);
    const waits = admitted && (await admitted);
    if (waits?.errors) return waits.errors;
    const prepared = this.#engine.prepare(payload.query, context);
    if ('errors' in prepared) return prepared.errors;
    const { document } = prepared;
    const { operationName, variables } = payload;
    const definition = operationOf(document, operationName);
    if (definition === null) return [requestError('The document has no operation of this name.')];
    return {
      schema: this.#engine.schema,
      document,
      operationName: operationName ?? null,
      operation: { document, operationName, variables, context },
      definition,
      sharedAs:
        definition.operation === 'subscription' ? this.#groupOf(document, definition, variables, context) : null,
      consumer: { socket: extra.socket, stream: extra.stream, operationId },
      starting: extra.starting,
    };
  }

  /** The sharing key of a subscription; null when it runs for itself. */
  #groupOf(
    document: DocumentNode,
    definition: OperationDefinitionNode,
    variables: SubscribePayload['variables'],
    { actor }: GraphQLContext,
  ): string | null {
    const { schema } = this.#engine;
    if (variablesRefusal(variables) !== null) return null;
    // Callers without a session all get the same events, even of viewer-dependent fields.
    const common = isShared(schema, document);
    const shared = common || (actor.kind === 'anonymous' && isSharedByAnonymous(schema, document, definition));
    const name = shared ? canonicalName(document, definition, variables) : null;
    return name && `${common ? 'all' : 'anonymous'} ${name}`;
  }

  #subscribe({ operation, sharedAs, consumer }: SocketOperation) {
    if (sharedAs === null) return this.#engine.subscribe(operation);
    // As an anonymous caller, so that nothing of the first subscriber's context can reach the others.
    const start = async () => this.#engine.stream({ ...operation, context: await this.#shared.get() }, this.#turns);
    const admit = () => this.#open.group(operation.context) ?? tooManySubscriptions();
    return this.#engine.subscribe(operation, () => this.#hub.join(sharedAs, start, consumer, admit));
  }

  #report(error: unknown): void {
    publicError(error, (bug) => this.#services.log.error({ err: bug }, 'a GraphQL socket failed unexpectedly'));
  }
}

async function tracked<Result>({ starting }: Pick<Extra, 'starting'>, step: Promise<Result>): Promise<Result> {
  starting.add(step);
  try {
    return await step;
  } finally {
    starting.delete(step);
  }
}

/**
 * Waits until the socket's operations have started. The next step of an operation begins in the turn of the event loop in
 * which the one before ends.
 */
async function started({ starting }: Extra): Promise<void> {
  while (starting.size > 0) {
    await Promise.allSettled(starting);
    await nextTurn();
  }
}

function isOpen(socket: WebSocket): boolean {
  return socket.readyState === socket.OPEN;
}
