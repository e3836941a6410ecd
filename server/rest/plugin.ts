import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../domain/accounts/sessions/authenticate.ts';
import { bearerToken } from '../domain/accounts/sessions/bearerToken.ts';
import { requireSignedToken } from '../domain/accounts/sessions/logout.ts';
import { type CallBudget, type Caller, takeSmallCall } from '../domain/ground/calls/callBudget.ts';
import { contextFor, type Actor, type Context, type Services } from '../domain/ground/verbs/context.ts';
import { DomainError, invalidInput } from '../domain/ground/refusals/errors.ts';
import { authorize, refuseUnenrolled } from '../domain/ground/actors/permissions.ts';
import { recordSeen } from '../domain/stats/recordSeen.ts';
import type { Metrics } from '../platform/metrics.ts';
import { deviceCookie } from '../platform/deviceCookie.ts';
import { idempotencyHeader, REPLAYED_HEADER } from '../platform/idempotencyHeader.ts';
import { answerError, TransportError } from './answerError.ts';
import { explorer } from './explorer.ts';
import { openApiDocument } from './openapi.ts';
import { groups, type Access, type Operation } from './operation.ts';
import { operations } from './operations.ts';

const anonymous: Actor = { kind: 'anonymous' };

/** A document of 5 MiB in base64, plus a margin (server/domain/tickets/README.md#tickets-documents-and-feedback). */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of an operation: identified before the body is read. */
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

export interface RestOptions {
  services: Services;
  metrics: Pick<Metrics, 'callSeconds' | 'refusedCalls'>;
  /** The client's address. */
  clientOf: (request: FastifyRequest) => NonNullable<Context['client']>;
  /** The buckets that calls are taken from, and the headers that tell what is left. */
  limits: CallBudget & { headers(caller: Caller): Record<string, string> };
  /** The content security policy of the page at /rest. */
  explorerPolicy: string;
}

/** The REST API, its description at /openapi.json, and a page to explore it at /rest. */
export async function restPlugin(app: FastifyInstance, options: RestOptions): Promise<void> {
  const { productName, operator } = options.services.config;
  app.decorateRequest('actor', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, readJson);
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    answerError(error, request, reply, (reason) => options.metrics.refusedCalls.inc({ transport: 'rest', reason })),
  );

  const document = JSON.stringify(openApiDocument(operations, productName));
  app.get('/openapi.json', (_request, reply) => reply.type('application/json').send(document));
  await app.register(explorer, { prefix: '/rest', productName, operator, policy: options.explorerPolicy });

  for (const each of operations) {
    addOperation(app, options, each);
    refuseOtherMethods(app, each);
  }
  for (const group of groups) refuseUnknownPaths(app, group);
}

/** A body is JSON whatever its content type; a missing body is an empty object. */
async function readJson(_request: FastifyRequest, body: string): Promise<unknown> {
  if (body.trim() === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw invalidInput('body', 'The body is not JSON');
  }
}

function addOperation(
  app: FastifyInstance,
  { services, metrics, limits, clientOf }: RestOptions,
  operation: Operation,
): void {
  app.route({
    method: operation.method,
    url: operation.path,
    config: { operation, placesBets: operation.countsAs === 'bet' },
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { received } = request;
      const actor = await identify(services, operation.access, request);
      request.actor = actor;
      const caller = { actor, address: clientOf(request).address };
      // The reply is a promise of its own end, so it must not be returned.
      await take(limits, operation, caller, request.query).finally(() => void reply.headers(limits.headers(caller)));
      admit(actor, operation.access);
      if (operation.bearer) {
        await requireSignedToken(contextFor(services, anonymous, undefined, received), bearerOf(request));
      }
    },
    onResponse: (_request, reply, done) => {
      const outcome = reply.statusCode < 400 ? 'ok' : 'error';
      const labels = { transport: 'rest', operation: operation.operationId, outcome };
      metrics.callSeconds.observe(labels, reply.elapsedTime / 1_000);
      done();
    },
    handler: async (request, reply) => {
      const { body = {}, query } = request;
      const device = deviceCookie(request, reply, services.config.publicUrl.startsWith('https:'));
      // What is spread comes last (.github/decisions/019, until 2027-04-30).
      const client = { device, ...clientOf(request) };
      const ctx = contextFor(services, request.actor ?? anonymous, client, request.received);
      recordSeen(ctx);
      ctx.span = request.span?.child(`execute ${operation.operationId}`);
      ctx.noteReplay = () => void reply.header(REPLAYED_HEADER, 'true');
      const call = { body, query, bearer: bearerOf(request), idempotencyKey: idempotencyHeader(request.headers) };
      return operation.respond(ctx, call).finally(() => {
        request.received.end();
        ctx.span?.end();
      });
    },
  });
}

/** Takes a call from its caller's bucket, and waits for its turn: what callers without a session may call is small. */
function take(limits: CallBudget, { countsAs: kind, pointsOf }: Operation, caller: Caller, query: unknown) {
  return takeSmallCall(limits, { kind, count: kind === 'other' ? pointsOf(query) : 1, ...caller });
}

/**
 * The caller. A public call is anonymous, whatever token it has; so is a call with an invalid token. A header of
 * another form is refused in every call.
 */
async function identify(services: Services, access: Access, request: FastifyRequest): Promise<Actor> {
  const bearer = bearerOf(request);
  if (access === 'public' || bearer === undefined) return anonymous;
  return authenticate(contextFor(services, anonymous, undefined, request.received), bearer);
}

function admit(actor: Actor, access: Access): void {
  if (access === 'public') return;
  if (actor.kind === 'anonymous') throw new DomainError('UNAUTHENTICATED', 'A valid bearer token is needed.');
  if (access === 'signedIn') refuseUnenrolled({ actor });
  else authorize({ actor }, access);
}

function bearerOf(request: FastifyRequest): string | undefined {
  return bearerToken(request.headers.authorization);
}

/** A known path with an unsupported method: 405, before the request is processed. */
function refuseOtherMethods(app: FastifyInstance, { method, path }: Operation): void {
  const allowed = method === 'GET' ? ['GET', 'HEAD'] : [method];
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', allowed.join(', '));
    throw new TransportError('METHOD_NOT_ALLOWED', `${path} takes ${allowed.join(' and ')}, not ${request.method}`);
  };
  const others = app.supportedMethods.filter((each) => !allowed.includes(each));
  app.route({
    method: others,
    url: path,
    onRequest: async (request, reply) => refuse(request, reply),
    handler: refuse,
  });
}

/**
 * Unknown paths under a prefix of the API. Screens of the web app are under /admin too, so those requests are passed on
 * to the web app's handler.
 */
function refuseUnknownPaths(app: FastifyInstance, group: string): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    if (group === 'admin') return reply.callNotFound();
    throw new DomainError('NOT_FOUND', `There is no ${request.method} ${request.url.split('?')[0]}`);
  };
  for (const url of [`/${group}`, `/${group}/*`]) {
    app.route({
      method: app.supportedMethods,
      url,
      onRequest: async (request, reply) => refuse(request, reply),
      handler: refuse,
    });
  }
}
