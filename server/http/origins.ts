import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REPLAYED_HEADER } from '../platform/idempotencyHeader.ts';
import { isLoopbackHost } from '../platform/loopback.ts';

/** Methods that change nothing. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const PREFLIGHT_SECONDS = 600;

interface OriginRules {
  /** This installation's own origin, from the public URL. */
  publicUrl: () => string;
  /** PUBLIC_URL is set: then hostRules has compared `Host` with it. */
  hasPublicUrl: boolean;
  /** Origins of integrators' pages, such as `https://shop.example.com`. */
  allowedOrigins: readonly string[];
}

/**
 * Rejects (403) requests from pages of other sites: unsafe REST calls, all GraphQL requests, sockets. Pages of
 * `allowedOrigins` are accepted and get the CORS headers to read the responses. Programs send no Origin.
 */
export async function originRules(
  app: FastifyInstance,
  { publicUrl, hasPublicUrl, allowedOrigins }: OriginRules,
): Promise<void> {
  const allowed = new Set(allowedOrigins);
  if (allowed.size > 0) {
    await app.register(cors, {
      origin: [...allowed],
      methods: ['GET', 'HEAD', 'POST'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'x-query-cost'],
      exposedHeaders: [
        REPLAYED_HEADER,
        'ratelimit',
        'ratelimit-policy',
        'retry-after',
        'www-authenticate',
        'x-request-id',
      ],
      maxAge: PREFLIGHT_SECONDS,
    });
  }
  // A server without a public URL has any name, and one of a loopback public URL all loopback names and ports.
  const byHost = (ownUrl: string) => !hasPublicUrl || isLoopbackHost(new URL(ownUrl).hostname);
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, host } = request.headers;
    const isOwn = () => origin === publicUrl() || (byHost(publicUrl()) && hostOf(origin) === host?.toLowerCase());
    if (origin === undefined || allowed.has(origin) || isOwn() || !isGuarded(request)) done();
    else void refuse(request, reply, origin);
  });
}

function isGuarded(request: FastifyRequest): boolean {
  return !SAFE_METHODS.has(request.method) || isGraphQL(request);
}

function isGraphQL({ url }: FastifyRequest): boolean {
  return url === '/graphql' || url.startsWith('/graphql?');
}

/** Name and port of an origin; null for what is none. */
function hostOf(origin: string | undefined): string | null {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).host : null;
}

function refuse(request: FastifyRequest, reply: FastifyReply, origin: string): FastifyReply {
  const message = 'Pages of other sites may not call.';
  const detail = `the origin ${origin.slice(0, 200)} is not allowed; the operator can name it in ALLOWED_ORIGINS`;
  return reply
    .code(403)
    .send(
      isGraphQL(request)
        ? { errors: [{ message: `${message} ${detail}`, extensions: { code: 'FORBIDDEN' } }] }
        : { success: false, message, code: 'FORBIDDEN', detail },
    );
}
