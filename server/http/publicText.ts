import type { FastifyReply } from 'fastify';

/** Marks an answer as plain text in UTF-8 that browsers and proxies may cache for an hour. */
export function publicText(reply: FastifyReply): FastifyReply {
  return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
}
