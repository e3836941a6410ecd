import websocket from '@fastify/websocket';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { handleProtocols } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Config } from '../config.ts';
import type { Services } from '../domain/context.ts';
import { DomainError, type DomainErrorCode } from '../domain/errors.ts';
import type { Metrics } from '../platform/metrics.ts';
import { restPlugin } from '../rest/plugin.ts';
import { answerBeforeClosing } from './answerBeforeClosing.ts';
import { callLimit, type LimitCall } from './callLimit.ts';
import { downloads } from './downloads.ts';
import { graphiql } from './graphiql.ts';
import { graphqlRoute } from './graphqlRoute.ts';
import { health } from './health.ts';
import { mailbox } from './mailbox.ts';
import { requestLog } from './requestLog.ts';
import { securityHeaders } from './security.ts';
import { webApp } from './webApp.ts';

/** A document of 5 MiB in base64, with room (decisions.md, "Uploads"). Above it: 413. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** For a document of that size over a slow line; whoever takes longer keeps a connection busy for nothing. */
const SLOWEST_REQUEST_MS = 120_000;
/** Sockets carry no documents. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/** The HTTP server: GraphQL, REST, files and the web app on one port. It does not listen yet. */
export async function buildApp(services: Services, config: Config, metrics: Metrics): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = services.log;
  const headers = securityHeaders(config.publicUrl);
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    childLoggerFactory: requestLog,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    // Nobody is believed about where a request comes from but the socket.
    trustProxy: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: SLOWEST_REQUEST_MS,
    frameworkErrors: (_error, _request, reply) => refuseAddress(reply.headers(headers)),
  });
  const countCalls = callLimit(services.clock, config.rateLimit);
  const limitCall: LimitCall = (call) => countCalls({ ...call, count: 1 });

  onlyJson(app);
  app.setErrorHandler(answerError);
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
  answerBeforeClosing(app);
  health(app, { services, config, metrics });
  await app.register(websocket, {
    options: { maxPayload: MAX_MESSAGE_BYTES, handleProtocols },
    errorHandler: endSocket,
  });
  graphqlRoute(app, { services, config, metrics, countCalls });
  graphiql(app, config.productName);
  mailbox(app, services, config);
  downloads(app, services, limitCall);
  await app.register(restPlugin, { services, limitCall });
  await webApp(app, config.productSlug);
  return app;
}

/** Bodies are JSON. Forms and plain text, which any page of any site could send, are 415. */
function onlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
}

/** What can't even be read as an address comes by no route, and so by no hook and no error handler. */
function refuseAddress(reply: FastifyReply): void {
  const detail = 'The address is malformed';
  void reply.code(400).send({ success: false, message: 'Please try again', code: 'INVALID_INPUT', detail });
}

/** A socket that broke, or sent what no socket sends: its client's matter, and no line in the log. Bugs have no code. */
function endSocket(error: Error, socket: WebSocket, request: FastifyRequest): void {
  socket.terminate();
  if (!('code' in error)) request.log.error({ err: error }, 'a socket failed unexpectedly');
}

const statuses: Partial<Record<DomainErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
};

/** What goes wrong outside GraphQL and REST, which have their own forms. */
function answerError(error: FastifyError | DomainError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof DomainError) {
    const { code, message, extra } = error;
    if (extra.retryAfterSeconds !== undefined) void reply.header('retry-after', String(extra.retryAfterSeconds));
    if (code === 'UNAUTHENTICATED') void reply.header('www-authenticate', 'Bearer');
    return reply.code(statuses[code] ?? 400).send({ success: false, message, code, detail: extra.detail });
  }
  const status = error.statusCode ?? 500;
  if (status < 500 || status === 503) {
    return reply.code(status).send({ success: false, message: error.message, code: error.code });
  }
  request.log.error({ err: error }, 'a request failed unexpectedly');
  return reply
    .code(500)
    .send({ success: false, message: 'Server error. Please try again later.', code: 'SERVER_ERROR' });
}
