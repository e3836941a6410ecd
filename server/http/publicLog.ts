import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isGameId } from '../domain/contests/gameTypes.ts';
import { DomainError } from '../domain/ground/refusals/errors.ts';
import { publishedCheckpoint, readTile } from '../domain/publicLog/readLog.ts';
import { proveRound } from '../domain/publicLog/roundProof.ts';
import { parseTilePath } from '../platform/tlog/tiles.ts';
import { publicContext, type RouteParts } from './publicContext.ts';
import { INERT } from './security.ts';

const compress = promisify(gzip);
/** What a checkpoint states never changes, so neither does a tile. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_A_MOMENT = 'public, max-age=1';

/** The public log in the layout of c2sp.org/tlog-tiles. Needs no session; CORS admits every origin. */
export function publicLog(app: FastifyInstance, parts: RouteParts): void {
  const contextOf = publicContext(parts);

  app.get('/log/checkpoint', async (request, reply) => {
    const checkpoint = await publishedCheckpoint(await contextOf(request));
    if (checkpoint === null) throw noSuchFile();
    return forAll(reply, FOR_A_MOMENT).type('text/plain; charset=utf-8').send(checkpoint);
  });

  app.get('/log/vkey', async (request, reply) => {
    await contextOf(request);
    return forAll(reply, FOR_A_MOMENT).type('text/plain; charset=utf-8').send(`${parts.services.logSigner.vkey}\n`);
  });

  app.get<{ Params: { gameId: string } }>('/log/rounds/:gameId', async (request, reply) => {
    const ctx = await contextOf(request);
    const { gameId } = request.params;
    if (!isGameId(gameId)) throw noSuchFile();
    const proof = await proveRound(ctx, gameId);
    return forAll(reply, FOR_A_MOMENT).send(proof);
  });

  app.get<{ Params: { '*': string } }>('/log/tile/*', async (request, reply) => {
    const ctx = await contextOf(request);
    const name = parseTilePath(request.params['*']);
    const tile = name && (await readTile(ctx, name));
    if (!name || !tile) throw noSuchFile();
    void forAll(reply, FOR_EVER).type('application/octet-stream').header('vary', 'accept-encoding');
    // Hashes don't compress.
    const zipped = name.level === 'entries' && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    return zipped ? reply.header('content-encoding', 'gzip').send(await compress(tile)) : reply.send(tile);
  });
}

function forAll(reply: FastifyReply, caching: string): FastifyReply {
  return reply
    .header('cache-control', caching)
    .header('content-security-policy', INERT)
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin');
}

function noSuchFile(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such file.', { field: 'file' });
}
