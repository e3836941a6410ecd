import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { bearerToken } from '../domain/accounts/sessions/bearerToken.ts';
import type { Services } from '../domain/ground/verbs/context.ts';
import { DomainError } from '../domain/ground/refusals/errors.ts';
import { isUnenrolled } from '../domain/ground/actors/permissions.ts';
import { callContexts, type Credentials } from '../graphql/runtime/callers.ts';
import type { GraphQLContext, ProductFacts } from '../graphql/runtime/context.ts';
import { Engine } from '../graphql/runtime/engine.ts';
import { logFailure, publicError, refusalError } from '../graphql/runtime/errors.ts';
import {
  failedRequest,
  parametersIn,
  queryIn,
  refusedAnswer,
  refusedRequest,
  shortAnswer,
  unauthenticatedRequest,
  withText,
} from '../graphql/runtime/httpAnswer.ts';
import { EventStreams } from '../graphql/runtime/eventStreams.ts';
import type { HttpAnswer } from '../graphql/runtime/httpCall.ts';
import { PublicAnswers } from '../graphql/runtime/publicAnswers.ts';
import { OpenLimits } from '../graphql/runtime/openLimits.ts';
import { schema } from '../graphql/schema/schema.ts';
import { GraphQLSockets } from '../graphql/runtime/sockets.ts';
import { createYogaServer } from '../graphql/runtime/yoga.ts';
import { deviceCookie } from '../platform/deviceCookie.ts';
import { idempotencyHeader, REPLAYED_HEADER } from '../platform/idempotencyHeader.ts';
import type { LoopSlices } from '../platform/loopSlices.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Tracer } from '../platform/tracing.ts';
import type { CallLimits } from './callLimit.ts';
import type { ClientOf } from './clients.ts';
import { compressed } from './compressed.ts';
import { DOCUMENT_HEADERS } from './security.ts';
import type { TrustedTexts } from './trustedTexts.ts';

/** `X-Query-Cost: 1`: the answer tells what the operation costs. */
const COST_HEADER = 'x-query-cost';
const NOT_ACCEPTABLE =
  'Accept names no media type of the answer: application/graphql-response+json or application/json, and of a subscription ' +
  'text/event-stream. Subscriptions also come over a WebSocket (graphql-transport-ws).';
const UNSUPPORTED_BODY =
  'The body must be application/json. Files go in it, as base64 or as data URLs, in the fields of type String that take them.';
/** How long a stopping server waits for operations whose connections have been closed. */
const STOP_MS = 5_000;

interface Parts {
  services: Services;
  config: Config;
  metrics: Metrics;
  limits: CallLimits;
  clientOf: ClientOf;
  product: ProductFacts;
  /** What clients may send by hash. */
  texts: TrustedTexts;
  tracer: Tracer | undefined;
  slices: LoopSlices;
}

/**
 * `/graphql` over HTTP and sockets. Only `application/json` is accepted, which no form or link of another site can
 * send.
 */
export function graphqlRoute(
  app: FastifyInstance,
  { services, config, metrics, limits, clientOf, product, texts, tracer, slices }: Parts,
): void {
  const callsPerMinute = config.rateLimit;
  const open = new OpenLimits({ limited: callsPerMinute !== 'off' });
  const engine = new Engine(schema, limits, metrics, open, texts, tracer);
  const publicAnswers = new PublicAnswers(schema, services.events);
  const callContext = callContexts(services, product, slices);
  const streams = new EventStreams();
  const yoga = createYogaServer(engine, streams, (bug) => services.log.error({ err: bug }, 'Yoga failed unexpectedly'));
  const sockets = new GraphQLSockets(services, engine, callContext, metrics, { open, callsPerMinute, slices });
  app.addHook('preClose', (done) => {
    streams.stop();
    done();
  });
  // When every connection has been closed: what is still being executed needs the database, which is closed next.
  app.addHook('onClose', async () => {
    sockets.stop();
    publicAnswers.stop();
    await engine.inFlight.idle(STOP_MS);
  });

  const secure = config.publicUrl.startsWith('https:');
  /** `reply`: absent where the response has no headers. What is spread comes last (.github/decisions/019, until 2027-04-30). */
  const credentialsOf = (request: FastifyRequest, reply?: FastifyReply): Credentials => ({
    token: bearerToken(request.headers.authorization),
    client: { device: deviceCookie(request, reply, secure), ...clientOf(request) },
    ...(reply && {
      request: {
        id: request.id,
        log: request.log,
        span: request.span,
        wantsCost: request.headers[COST_HEADER] === '1',
      },
      idempotencyHeader: idempotencyHeader(request.headers),
      noteReplay: () => void reply.header(REPLAYED_HEADER, 'true'),
    }),
  });

  /** What is left to the caller, once the operation has been taken from it. */
  const budgetOf = ({ actor, client }: GraphQLContext) => limits.headers({ actor, address: client?.address ?? null });

  const byYoga = async (request: FastifyRequest, reply: FastifyReply, context: GraphQLContext, text: string) => {
    const waits = await engine.admit(text, context);
    if (waits) return send(reply, refusedAnswer(waits, request.headers.accept));
    const response = await yoga.handleNodeRequestAndResponse(request, reply, context);
    void reply.headers(budgetOf(context));
    // Yoga's has no body.
    return response.status === 406 ? send(reply, refusedRequest(406, NOT_ACCEPTABLE)) : reply.send(response);
  };

  const refused = (reason: string) => metrics.refusedCalls.inc({ transport: 'graphql', reason });
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    answerFailure(error, request, reply, refused);
  /** Who calls is looked at before what they send. */
  const readCaller = async ({ headers }: FastifyRequest) => void bearerToken(headers.authorization);

  app.route({
    method: 'GET',
    url: '/graphql',
    errorHandler,
    onRequest: async (request) => {
      if (!isBrowserVisit(request)) await readCaller(request);
    },
    handler: async (request, reply) => {
      if (isBrowserVisit(request)) return reply.redirect('/graphiql');
      // Unlike that of a POST, a cache might keep it.
      void reply.header('cache-control', 'no-store');
      const context = await callContext(credentialsOf(request, reply), request.received);
      const named = withText(engine, { body: parametersIn(request.query), accept: request.headers.accept }, context);
      if ('answer' in named) return send(reply.headers(budgetOf(context)), named.answer);
      return byYoga(request, reply, context, queryIn(request.query));
    },
    preHandler: (request, reply, done) => {
      // An upgraded request gets no response. Ending it here frees request and reply, which the socket would otherwise
      // hold.
      if (request.ws) reply.raw.detachSocket(request.raw.socket);
      done();
    },
    wsHandler: (socket, request) => {
      sockets.opened(socket, request.raw.socket, credentialsOf(request));
    },
  });

  const posted = { errorHandler, onRequest: readCaller, config: { placesBets: true } };
  app.post('/graphql', posted, async (request, reply) => {
    const { body, headers } = request;
    // Yoga would read the body from the stream, which has been consumed.
    if (isEmpty(body)) return send(reply, refusedRequest(400, 'The body must be a JSON object with a "query".'));
    const context = await callContext(credentialsOf(request, reply), request.received);
    const named = withText(engine, { body, accept: headers.accept }, context);
    if ('answer' in named) return send(reply.headers(budgetOf(context)), named.answer);
    request.body = named.body;
    const call = { body: named.body, accept: headers.accept };
    const mayHaveKept = !isUnenrolled(context.actor) && !context.request?.wantsCost;
    const answer = await shortAnswer(engine, call, context, mayHaveKept ? publicAnswers : null);
    if (!answer) return byYoga(request, reply, context, queryIn(named.body));
    const encoded = await compressed(answer.body, headers['accept-encoding']);
    return send(reply.headers(budgetOf(context)).headers(encoded.headers), {
      status: answer.status,
      headers: answer.headers,
      body: encoded.body,
    });
  });

  app.route({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/graphql',
    handler: (_request, reply) =>
      send(reply.header('allow', 'GET, POST'), refusedRequest(405, 'GraphQL takes GET and POST.')),
  });
}

/** JSON without content: `{}`, `[]`, `null`, a string, a number. */
function isEmpty(body: unknown): boolean {
  return typeof body !== 'object' || body === null || Object.keys(body).length === 0;
}

/** A browser that opened the URL. */
function isBrowserVisit({ headers, url }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html') && !url.includes('?');
}

/** Answers are read by scripts alone, so they carry no header that only a document obeys: a page makes many calls. */
function send(
  reply: FastifyReply,
  { status, headers, body }: Omit<HttpAnswer, 'body'> & { body: string | Buffer },
): FastifyReply {
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name);
  return reply.code(status).headers(headers).send(body);
}

/** Errors before an operation is read, in GraphQL's format. */
function answerFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  refused: (reason: string) => void,
): void {
  const status = error.statusCode ?? 500;
  if (error instanceof DomainError) {
    refused(error.code);
    void send(reply.header('www-authenticate', 'Bearer'), unauthenticatedRequest(refusalError(error)));
  } else if (status >= 500 && status !== 503) {
    const report = (cause: unknown) => logFailure(request.log, cause, 'a GraphQL request');
    const shown = publicError(error, report, request.id);
    refused(String(shown.extensions['code']));
    void send(reply, failedRequest(shown));
  } else {
    refused(error.code ?? String(status));
    void send(reply, refusedRequest(status, status === 415 ? UNSUPPORTED_BODY : error.message));
  }
}
