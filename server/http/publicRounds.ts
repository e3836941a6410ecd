import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../domain/context.ts';
import { DomainError } from '../domain/errors.ts';
import { openBets } from '../domain/transparency/betLines.ts';
import type { PublicFile } from '../domain/transparency/monthFile.ts';
import { openLogPart } from '../domain/transparency/logLines.ts';
import { openRounds } from '../domain/transparency/roundLines.ts';
import { publicContext, type RouteParts } from './publicContext.ts';
import { INERT } from './security.ts';

/** Months that one server sends at a time: compressing one takes a tenth of a core for as long as it is read. */
const MOST_MONTHS_AT_ONCE = 4;
/** Bets of single rounds, which the page of each round asks for. */
const MOST_ROUNDS_AT_ONCE = 32;
/** When it is worth trying again. */
const RETRY_AFTER_SECONDS = 30;
/** A connection on which nothing is read for so long is closed. */
const IDLE_MS = 30_000;

/**
 * What a month's results follow from, as JSON Lines for everybody, compressed with gzip where the client takes it: its rounds,
 * `/transparency/rounds/sapreOne-2026-11.jsonl`, its part of the public log, `/transparency/log/sapreOne-2026-11.jsonl`, and
 * its bets, `/transparency/bets/sapreOne-2026-11.jsonl` or, of one round, `/transparency/bets/sapreOne-202611200742.jsonl`. Answers 429 while as many are being sent as one server sends at
 * a time.
 */
export function publicRounds(app: FastifyInstance, parts: RouteParts): void {
  const contextOf = publicContext(parts);
  const months = new Sending(MOST_MONTHS_AT_ONCE);
  const rounds = new Sending(MOST_ROUNDS_AT_ONCE);
  const route = (folder: string, open: (ctx: Context, name: string) => PublicFile | Promise<PublicFile>) => {
    app.get<{ Params: { file: string } }>(`/transparency/${folder}/:file`, async (request, reply) => {
      const file = await open(contextOf(request), request.params.file);
      (isOfMonth(file) ? months : rounds).begin(reply);
      return send({ ...file, name: `${folder}-${file.name}` }, request, reply);
    });
  };
  route('rounds', openRounds);
  route('bets', openBets);
  route('log', openLogPart);
}

/** How many responses are under way. */
class Sending {
  readonly #most: number;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a response until it is closed. Refuses (RATE_LIMITED) one too many. */
  begin(reply: FastifyReply): void {
    if (this.#count >= this.#most) {
      const message = 'Too many files are being downloaded. Please try again in half a minute.';
      throw new DomainError('RATE_LIMITED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.#count += 1;
    reply.raw.once('close', () => {
      this.#count -= 1;
    });
  }
}

function isOfMonth({ name }: PublicFile): boolean {
  return /-\d{4}-\d{2}\./.test(name);
}

/** As a download under `name`: the files of a month differ by it. */
function send({ name, final, lines }: PublicFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.raw.setTimeout(IDLE_MS);
  void reply
    .type('application/jsonl; charset=utf-8')
    .header('vary', 'accept-encoding')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', INERT)
    .header('cache-control', final ? 'public, max-age=86400' : 'no-cache');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(Readable.from(lines));
  const compressed = pipeline(Readable.from(lines), createGzip(), (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      request.log.error({ err: error }, 'a public file ended early');
  });
  return reply.header('content-encoding', 'gzip').send(compressed);
}
