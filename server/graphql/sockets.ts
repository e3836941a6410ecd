import type { Duplex } from 'node:stream';
import { CloseCode, makeServer, type Context as Connection, type SubscribePayload } from 'graphql-ws';
import type { ExecutionArgs, GraphQLError, OperationDefinitionNode } from 'graphql';
import type { WebSocket } from 'ws';
import type { Services } from '../domain/context.ts';
import type { Metrics } from '../platform/metrics.ts';
import { bearerToken, nobody, type CallContext, type Credentials } from './callers.ts';
import { operationOf } from './documents.ts';
import type { Engine, Operation } from './engine.ts';
import { publicError, requestError } from './errors.ts';
import { Heartbeat } from './heartbeat.ts';
import { operationCost } from './operationCost.ts';
import { SessionWatch } from './sessionWatch.ts';
import { isShared } from './sharing.ts';
import { SubscriptionHub, type Consumer } from './subscriptionHub.ts';

const INIT_WAIT_MS = 10_000;
/** A screen has a handful. */
const MAX_OPERATIONS = 100;
/** Longest variables that subscribers may share a stream by. */
const MAX_SHARED_VARIABLES = 1_000;

interface Extra extends Record<PropertyKey, unknown> {
  socket: WebSocket;
  /** The connection under it. */
  stream: Duplex;
  /** Without a token until `connection_init` has brought one. */
  credentials: Credentials;
  /** What is being listened to, by operation id. */
  subscriptions: Map<string, string>;
}

type SocketConnection = Connection<Record<string, unknown> | undefined, Extra>;

/** An operation of a socket, as graphql-ws hands it from `onSubscribe` to `execute` and `subscribe`. */
interface SocketOperation extends ExecutionArgs {
  operation: Operation;
  definition: OperationDefinitionNode;
  /** Under which name the answer may be shared with others; null when it is this caller's alone. */
  sharedAs: string | null;
  consumer: Consumer;
}

/**
 * GraphQL over sockets: the protocol is graphql-ws's, everything else is the engine's. A socket closes with 4403 when
 * its session ends or its token expires, which clients take as "renew and come back" (4401 would be final).
 */
export class GraphQLSockets {
  readonly #services: Services;
  readonly #engine: Engine;
  readonly #callContext: CallContext;
  readonly #hub: SubscriptionHub;
  readonly #sessions: SessionWatch;
  readonly #heartbeat = new Heartbeat();
  readonly #subscribers: Metrics['subscribers'];
  readonly #server: ReturnType<typeof makeServer<Record<string, unknown> | undefined, Extra>>;

  constructor(services: Services, engine: Engine, callContext: CallContext, { subscribers }: Metrics) {
    this.#services = services;
    this.#engine = engine;
    this.#callContext = callContext;
    this.#subscribers = subscribers;
    this.#hub = new SubscriptionHub((error) => this.#report(error));
    this.#sessions = new SessionWatch(services);
    this.#server = makeServer<Record<string, unknown> | undefined, Extra>({
      connectionInitWaitTimeout: INIT_WAIT_MS,
      onConnect: (connection) => this.#connect(connection),
      onSubscribe: (connection, operationId, payload) => this.#prepare(connection, operationId, payload),
      execute: (args) => this.#engine.execute((args as SocketOperation).operation),
      subscribe: (args) => this.#subscribe(args as SocketOperation),
      onOperation: ({ extra }, operationId, _payload, args, result) => {
        if (!(Symbol.asyncIterator in result)) return;
        const { name } = operationCost(args.document, (args as SocketOperation).definition);
        extra.subscriptions.set(operationId, name);
        this.#subscribers.inc({ operation: name });
      },
      onComplete: ({ extra }, operationId) => {
        const name = extra.subscriptions.get(operationId);
        if (name !== undefined && extra.subscriptions.delete(operationId)) this.#subscribers.dec({ operation: name });
      },
    });
  }

  /** Serves a socket that has just been opened; its token comes with the first message. */
  opened(socket: WebSocket, stream: Duplex, credentials: Credentials): void {
    const closed = this.#server.opened(
      {
        protocol: socket.protocol,
        // Whoever is gone needs no answer; a broken socket closes by itself.
        send: (data) => new Promise((resolve) => (isOpen(socket) ? socket.send(data, () => resolve()) : resolve())),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (handle) => {
          socket.on('message', (data: Buffer) => {
            handle(data.toString()).catch((error: unknown) => {
              this.#report(error);
              socket.close(CloseCode.InternalServerError, 'Internal server error');
            });
          });
        },
      },
      { socket, stream, credentials, subscriptions: new Map() },
    );
    this.#heartbeat.add(socket);
    // In the place of the plugin's listener, which would hold the request and its reply for as long as the socket lives.
    socket.removeAllListeners('error').on('error', () => socket.terminate());
    socket.once('close', (code, reason) => {
      this.#heartbeat.remove(socket);
      closed(code, reason.toString()).catch((error: unknown) => this.#report(error));
    });
  }

  stop(): void {
    this.#sessions.stop();
    this.#heartbeat.stop();
  }

  /** Lets in whoever has no token or a good one, for as long as its session lives. */
  async #connect({ extra, connectionParams }: SocketConnection): Promise<boolean> {
    const token = bearerToken(connectionParams?.['authorization'] ?? connectionParams?.['Authorization']);
    extra.credentials = { ...extra.credentials, token };
    const context = await this.#callContext(extra.credentials);
    if (context.tokenRefused) return false;
    const { actor } = context;
    const claims = token === undefined ? null : await this.#services.tokens.readAccess(token, context.now);
    if (claims === null || !('sessionId' in actor)) return true;
    const stillAlive = async () => !(await context.renew()).tokenRefused;
    const unwatch = this.#sessions.watch({
      sessionId: actor.sessionId,
      expiresAt: claims.expiresAt,
      stillAlive,
      over: () => extra.socket.close(CloseCode.Forbidden, 'Forbidden'),
    });
    if (isOpen(extra.socket)) extra.socket.once('close', unwatch);
    else unwatch();
    // An ending that was told before anybody watched would have gone unheard.
    return stillAlive();
  }

  async #prepare(
    { extra, subscriptions }: SocketConnection,
    operationId: string,
    payload: SubscribePayload,
  ): Promise<SocketOperation | readonly GraphQLError[]> {
    // graphql-ws counts this one in already, and those that came with it in a burst.
    if (Object.keys(subscriptions).length > MAX_OPERATIONS) {
      return [requestError(`A socket may have ${MAX_OPERATIONS} operations at a time.`)];
    }
    const prepared = this.#engine.prepare(payload.query);
    if ('errors' in prepared) return prepared.errors;
    const { document } = prepared;
    const { operationName, variables } = payload;
    const definition = operationOf(document, operationName);
    if (definition === null) return [requestError('The document has no operation of this name.')];
    const context = await this.#callContext(extra.credentials);
    const key = JSON.stringify(sorted(variables ?? {}));
    const shared =
      definition.operation === 'subscription' &&
      key.length <= MAX_SHARED_VARIABLES &&
      isShared(this.#engine.schema, document);
    return {
      schema: this.#engine.schema,
      document,
      operationName: operationName ?? null,
      operation: { document, operationName, variables, context },
      definition,
      sharedAs: shared ? JSON.stringify([payload.query, operationName ?? null, key]) : null,
      consumer: { socket: extra.socket, stream: extra.stream, operationId },
    };
  }

  #subscribe({ operation, sharedAs, consumer }: SocketOperation) {
    if (sharedAs === null) return this.#engine.subscribe(operation);
    // As nobody in particular, so that nothing of the first subscriber could reach the others.
    const start = async () => this.#engine.stream({ ...operation, context: await this.#callContext(nobody) });
    return this.#engine.refusal(operation) ?? this.#hub.join(sharedAs, start, consumer);
  }

  #report(error: unknown): void {
    publicError(error, (bug) => this.#services.log.error({ err: bug }, 'a GraphQL socket failed unexpectedly'));
  }
}

function isOpen(socket: WebSocket): boolean {
  return socket.readyState === socket.OPEN;
}

/** The same value with all object keys in order, so that equal variables have one spelling. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
