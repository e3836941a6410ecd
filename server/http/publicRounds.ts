import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../domain/ground/verbs/context.ts';
import { openBets } from '../domain/transparency/betLines.ts';
import { type PublicFile, readMonthFile } from '../domain/transparency/monthFile.ts';
import { openLogPart } from '../domain/transparency/logLines.ts';
import { openRounds } from '../domain/transparency/roundLines.ts';
import { type FileBounds, OpenFiles } from './openFiles.ts';
import { freeContext, publicContext, type RouteParts } from './publicContext.ts';
import { INERT } from './security.ts';
import { closeSlowReaders } from './slowReaders.ts';

/** A month: compressing one takes a tenth of a core for as long as it is read. */
const MONTHS: FileBounds = { ofAddress: 1, ofSite: 8, ofUnknown: 4, ofAll: 32 };
/** The bets of one round, for which the page of the round asks. */
const ROUNDS: FileBounds = { ofAddress: 16, ofSite: 64, ofUnknown: 32, ofAll: 128 };
/** A connection on which nothing is sent for so long is closed. */
const IDLE_MS = 30_000;
/** Bytes of an uncompressed file that are sent at a time: how exactly it is known what the kernel has taken. */
const PIECE = 16 * 1024;

/** Opens the public file with this name; refuses one that isn't there with NOT_FOUND. */
type Open = (ctx: Context, name: string) => PublicFile | Promise<PublicFile>;
const publicFiles: Readonly<Record<string, Open>> = { rounds: openRounds, bets: openBets, log: openLogPart };

/**
 * What a month's results follow from, as JSON Lines for everybody, compressed with gzip where the client takes it: its rounds,
 * `/transparency/rounds/sapreOne-2026-11.jsonl`, its part of the public log, `/transparency/log/sapreOne-2026-11.jsonl`, and
 * its bets, `/transparency/bets/sapreOne-2026-11.jsonl` or, of one round, `/transparency/bets/sapreOne-202611200742.jsonl`.
 * An address is sent one month at a time (429 above), and a connection on which it is read below `readers` is closed. Answers
 * 503 while as many are being sent as one server sends at a time. `files`: what opens the files of each folder.
 */
export function publicRounds(app: FastifyInstance, parts: RouteParts, files = publicFiles): void {
  const contextOfRound = publicContext(parts);
  // Files of months have bounds of their own, by which they cost no points.
  const contextOfMonth = freeContext(parts);
  const months = new OpenFiles(
    MONTHS,
    'One file of a month at a time is sent to an address. Please try again when the other one is complete.',
  );
  const rounds = new OpenFiles(
    ROUNDS,
    'Too many files are being sent to your address. Please try again when they are complete.',
  );
  const watchReader = closeSlowReaders(app, parts.readers);
  for (const [folder, open] of Object.entries(files)) {
    app.get<{ Params: { file: string } }>(`/transparency/${folder}/:file`, async (request, reply) => {
      const { file: name } = request.params;
      const isMonth = readMonthFile(name) !== null;
      const ctx = isMonth ? contextOfMonth(request) : await contextOfRound(request);
      (isMonth ? months : rounds).begin(ctx.client?.address ?? null, reply.raw);
      const file = await open(ctx, name);
      watchReader(reply.raw);
      return send({ ...file, name: `${folder}-${file.name}` }, request, reply);
    });
  }
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
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(Readable.from(piecesOf(lines)));
  const compressed = pipeline(Readable.from(lines), createGzip(), (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      request.log.error({ err: error }, 'a public file ended early');
  });
  return reply.header('content-encoding', 'gzip').send(compressed);
}

async function* piecesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
  }
}
