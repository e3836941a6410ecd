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
import { unavailabilityOf } from '../../db/unavailable.ts';
import { DOCUMENTS_FILE } from '../config/builtWeb.ts';
import type { Config } from '../config/config.ts';
import type { Services } from '../domain/ground/verbs/context.ts';
import { DomainError } from '../domain/ground/refusals/errors.ts';
import { SERVICE_RESTART } from '../graphql/runtime/closeCodes.ts';
import { productInDocument } from '../graphql/schema/product.ts';
import type { LoopSlices } from '../platform/loopSlices.ts';
import type { Metrics } from '../platform/metrics.ts';
import { ServerBusyError } from '../platform/serverBusy.ts';
import { loggedAs, refusalAnswer, refusalHeaders, retryAfter, transportAnswers } from '../rest/errors.ts';
import { restPlugin } from '../rest/plugin.ts';
import type { Tracer } from '../platform/tracing.ts';
import { servedDocuments } from './documents.ts';
import { drainOnClose } from './drainOnClose.ts';
import { callLimits } from './callLimit.ts';
import { clientsBehind } from './clients.ts';
import { downloads } from './downloads.ts';
import { graphiql } from './graphiql.ts';
import { graphqlRoute } from './graphqlRoute.ts';
import { inTurns } from './largeJson.ts';
import { health } from './health.ts';
import { hostRules } from './hosts.ts';
import { MAX_STALL_MS, rejectWhenOverloaded } from './overload.ts';
import { mailbox } from './mailbox.ts';
import { originRules } from './origins.ts';
import { publicLog } from './publicLog.ts';
import { liabilities } from './liabilities.ts';
import { publicRounds } from './publicRounds.ts';
import { receiptKeys } from './receiptKeys.ts';
import { noteReceived, waitedMs } from './receivedRequests.ts';
import { REQUEST_ID_HEADER, requestIds } from './requestIds.ts';
import { readTrustedTexts, type TrustedTexts } from './trustedTexts.ts';
import { EXPLORER_POLICY, securityHeaders } from './security.ts';
import { closeSlowUploads, requestDeadlines, type SenderLimits, senderLimits } from './slowSenders.ts';
import { traceRequests } from './traceRequests.ts';
import { verifierOfOperator } from './verifierOfOperator.ts';
import { webApp } from './webApp.ts';
import { wellKnown } from './wellKnown.ts';

/**
 * A document of 5 MiB in base64, plus a margin (server/domain/tickets/README.md#tickets-documents-and-feedback). Above it: 413.
 */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Sockets carry no documents. */
const MAX_MESSAGE_BYTES = 256 * 1024;

export interface AppParts {
  readonly services: Services;
  readonly config: Config;
  readonly metrics: Metrics;
  /** The key of `/dev/mail`; null where mails are sent. */
  readonly mailboxKey: string | null;
  /** Default: the limits for production. */
  readonly senders?: SenderLimits | undefined;
  /** GraphQL documents that are accepted by hash. Default: the built web app's. */
  readonly texts?: TrustedTexts | undefined;
  /** Undefined: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  /** Multiplies the stall after which requests are rejected; default: 1. */
  readonly deadlineScale?: number | undefined;
  /** In which requests and messages are processed. */
  readonly slices: LoopSlices;
}

/** The HTTP server: GraphQL, REST, files and the web app on one port. It does not listen yet. */
export async function buildApp({
  services,
  config,
  metrics,
  mailboxKey,
  senders = senderLimits,
  texts = readTrustedTexts(DOCUMENTS_FILE),
  tracer,
  deadlineScale = 1,
  slices,
}: AppParts): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = services.log;
  const headers = securityHeaders(config.publicUrl);
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIds(config.trustedProxies),
    bodyLimit: MAX_BODY_BYTES,
    // clients.ts decides which header contains the client's address.
    trustProxy: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...requestDeadlines(senders),
    frameworkErrors: (_error, { id }, reply) =>
      rejectMalformedUrl(reply.headers(headers).header(REQUEST_ID_HEADER, id)),
  });
  const product = { slug: config.productSlug };
  const limits = callLimits(services.clock, config.rateLimit);
  const clientOf = clientsBehind(config.trustedProxies, services);

  noteReceived(app, services, slices);
  closeSlowUploads(app, senders);
  onlyJson(app);
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    answerError(error, request, reply, (reason) => metrics.refusedCalls.inc({ transport: 'http', reason })),
  );
  app.addHook('onRequest', ({ id, url }, reply, done) => {
    void reply.headers(headers).header(REQUEST_ID_HEADER, id);
    // PostgreSQL can't store a NUL, so nothing has one in its path, and no query is about one.
    if (!url.includes('%00')) done();
    else if (url.split('?', 1)[0]?.includes('%00')) reply.callNotFound();
    else rejectMalformedUrl(reply);
  });
  traceRequests(app, tracer);
  drainOnClose(app);
  rejectWhenOverloaded(app, { maxLateMs: MAX_STALL_MS * deadlineScale, waitedMs });
  health(app, services);
  await app.register(websocket, {
    // The sockets answer pings themselves, because they check the amount of unsent bytes first.
    options: { maxPayload: MAX_MESSAGE_BYTES, handleProtocols, autoPong: false },
    errorHandler: handleSocketError,
    preClose(done) {
      const { websocketServer } = app;
      for (const socket of websocketServer.clients) socket.close(SERVICE_RESTART, 'Service restart');
      websocketServer.close();
      done();
    },
  });
  // After the websocket plugin, which closes the connection of a rejected upgrade.
  if (config.hasPublicUrl) hostRules(app, config.publicUrl);
  await originRules(app, {
    publicUrl: () => services.config.publicUrl,
    hasPublicUrl: config.hasPublicUrl,
    allowedOrigins: config.allowedOrigins,
  });
  graphqlRoute(app, { services, config, metrics, limits, clientOf, product, texts, tracer, slices });
  graphiql(app, services.config);
  if (mailboxKey !== null) mailbox(app, services, mailboxKey);
  for (const routes of [downloads, publicLog, publicRounds, receiptKeys, liabilities]) {
    routes(app, { services, limits, clientOf, readers: senders });
  }
  await app.register(restPlugin, { services, metrics, limits, clientOf, explorerPolicy: EXPLORER_POLICY });
  verifierOfOperator(app, services.config.operator);
  servedDocuments(app, services);
  wellKnown(app, { clock: services.clock, config: services.config, contactEmail: config.contactEmail });
  await webApp(app, productInDocument({ config: services.config, product, mail: services.mail }));
  return app;
}

/** The HTTP server of a worker: health, and nothing else. It does not listen yet. */
export function buildHealthApp(services: Services): FastifyInstance {
  const log: FastifyBaseLogger = services.log;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    ...requestDeadlines(senderLimits),
  });
  health(app, services);
  return app;
}

/** Request bodies are JSON. Forms and plain text, which any site's pages could send, are 415. */
function onlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, inTurns(parse));
}

/** A malformed URL reaches no route, and so neither hooks nor the error handler. */
function rejectMalformedUrl(reply: FastifyReply): void {
  const detail = 'The address is malformed';
  void reply.code(400).send({ success: false, message: 'Please try again', code: 'INVALID_INPUT', detail });
}

/** A broken socket or malformed frame is the client's error and isn't logged. Errors without a code are bugs. */
function handleSocketError(error: Error, socket: WebSocket, request: FastifyRequest): void {
  socket.terminate();
  if (!('code' in error)) request.log.error({ err: error }, 'a socket failed unexpectedly');
}

/** Error responses outside GraphQL and REST: REST's statuses and headers, and the domain's own messages. */
function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  refused: (code: string) => void,
): FastifyReply {
  if (error instanceof DomainError) {
    const { code, message, extra } = error;
    refused(code);
    const { status } = refusalAnswer(undefined, code);
    return reply
      .code(status)
      .headers(refusalHeaders(error))
      .send({ success: false, message, code, detail: extra.detail });
  }
  const status = error.statusCode ?? 500;
  if (status < 500 || status === 503) {
    refused(error.code ?? String(status));
    if (error instanceof ServerBusyError) void reply.headers(retryAfter(error.retryAfterSeconds));
    return reply.code(status).send({ success: false, message: error.message, code: error.code });
  }
  const unavailable = unavailabilityOf(error);
  if (unavailable !== undefined) {
    const { code, message, retryAfterSeconds } = unavailable;
    refused(code);
    request.log.warn({ err: error }, 'the database was not available to a request');
    return reply
      .code(transportAnswers[code].status)
      .headers(retryAfter(retryAfterSeconds))
      .send({ success: false, message, code });
  }
  refused('SERVER_ERROR');
  request.log.error({ err: error }, 'a request failed unexpectedly');
  const { status: failed, message } = transportAnswers.SERVER_ERROR;
  return reply.code(failed).send({ success: false, message, code: 'SERVER_ERROR', detail: loggedAs(request.id) });
}
