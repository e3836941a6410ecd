import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { contextFor, type Services } from '../domain/context.ts';
import { DomainError } from '../domain/errors.ts';
import { openRounds } from '../domain/transparency/roundLines.ts';
import type { LimitCall } from './callLimit.ts';
import type { ClientOf } from './clients.ts';
import { INERT } from './security.ts';

/** Files that one server sends at a time: compressing one takes a tenth of a core for as long as it is read. */
const MOST_AT_ONCE = 4;
/** When it is worth trying again. */
const RETRY_AFTER_SECONDS = 30;
/** A connection on which nothing is read for so long is closed. */
const IDLE_MS = 30_000;

interface PublicRoundsParts {
  services: Services;
  limitCall: LimitCall;
  clientOf: ClientOf;
}

/**
 * The rounds of a month as JSON Lines, for everybody: `/transparency/rounds/sapreOne-2026-11.jsonl`, compressed with gzip
 * where the client takes it. Answers 429 while as many are being sent as one server sends at a time.
 */
export function publicRounds(app: FastifyInstance, { services, limitCall, clientOf }: PublicRoundsParts): void {
  let sending = 0;
  app.get<{ Params: { file: string } }>('/transparency/rounds/:file', async (request, reply) => {
    const ctx = contextFor(services, { kind: 'anonymous' }, clientOf(request));
    limitCall({ actor: ctx.actor, address: ctx.client?.address ?? null, kind: 'other' });
    const { name, final, lines } = openRounds(ctx, request.params.file);
    if (sending >= MOST_AT_ONCE) {
      const message = 'Too many files are being downloaded. Please try again in half a minute.';
      throw new DomainError('RATE_LIMITED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    sending += 1;
    reply.raw.once('close', () => {
      sending -= 1;
    });
    reply.raw.setTimeout(IDLE_MS);
    const zipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    void reply
      .type('application/jsonl; charset=utf-8')
      .header('vary', 'accept-encoding')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('content-security-policy', INERT)
      .header('cache-control', final ? 'public, max-age=86400' : 'no-cache');
    if (!zipped) return reply.send(Readable.from(lines));
    const compressed = pipeline(Readable.from(lines), createGzip(), (error) => {
      if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        request.log.error({ err: error }, 'a file of rounds ended early');
    });
    return reply.header('content-encoding', 'gzip').send(compressed);
  });
}
