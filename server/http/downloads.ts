import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../domain/accounts/authenticate.ts';
import { DOWNLOAD_PARAMETER, useDownloadLink as redeemLink } from '../domain/accounts/downloadLink.ts';
import { contextFor, type Actor, type Context } from '../domain/context.ts';
import { DomainError, invalidInput } from '../domain/errors.ts';
import { openPersonalData } from '../domain/records/openPersonalData.ts';
import { openStatement } from '../domain/records/openStatement.ts';
import { openExport } from '../domain/stats/exports/openExport.ts';
import { readDocument } from '../domain/tickets/documents.ts';
import { bearerToken } from '../platform/bearerToken.ts';
import { avatarSvg } from '../platform/avatars.ts';
import type { RouteParts } from './publicContext.ts';
import { INERT } from './security.ts';

const recordTypes: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
};

/** File downloads: avatars without authentication; documents, exports and players' own records by bearer token or one-time link. */
export function downloads(app: FastifyInstance, { services, limitCall, clientOf }: RouteParts): void {
  const downloader = async (request: FastifyRequest): Promise<Context> => {
    const ctx = contextFor(services, { kind: 'anonymous' }, clientOf(request));
    const actor = await downloaderOf(ctx, request);
    limitCall({ actor, address: ctx.client?.address ?? null, kind: 'other' });
    ctx.actor = actor;
    return ctx;
  };

  app.get<{ Params: { file: string } }>('/avatars/:file', async ({ params }, reply) => {
    const svg = await avatarSvg(params.file.replace(/\.svg$/, ''));
    if (svg === null || !params.file.endsWith('.svg')) return reply.callNotFound();
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', INERT)
      .send(svg);
  });

  app.get<{ Params: { id: string } }>('/documents/:id', async (request, reply) => {
    const ctx = await downloader(request);
    const id = services.ids.openAs('Document', request.params.id);
    if (id === null) throw new DomainError('NOT_FOUND', 'There is no such document.', { field: 'id' });
    const { mediaType, name, content } = await readDocument(ctx, id);
    return attachment(reply, mediaType, name).send(content);
  });

  app.get<{ Params: { file: string }; Querystring: Record<string, unknown> }>(
    '/exports/:file',
    async (request, reply) => {
      const ctx = await downloader(request);
      const { from, to, [DOWNLOAD_PARAMETER]: _token, ...filter } = request.query;
      const path = request.params.file;
      const { file, lines } = await openExport(ctx, {
        name: path.endsWith('.csv') ? path.slice(0, -'.csv'.length) : '',
        from: instantIn('from', from),
        to: instantIn('to', to),
        filter: Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, textIn(value)])),
      });
      return attachment(reply, 'text/csv; charset=utf-8', file).send(Readable.from(lines));
    },
  );

  app.get<{ Params: { format: string }; Querystring: { from?: unknown; to?: unknown } }>(
    '/records/statement.:format',
    async (request, reply) => {
      const ctx = await downloader(request);
      const { format } = request.params;
      const days = { from: textIn(request.query.from), to: textIn(request.query.to) };
      const { content, name } = await openStatement(ctx, format, days);
      return attachment(reply, recordTypes[format] ?? 'application/octet-stream', name).send(content);
    },
  );

  app.get('/records/personal-data.json', async (request, reply) => {
    const pieces = await openPersonalData(await downloader(request));
    return attachment(reply, 'application/json', 'personal-data.json').send(Readable.from(pieces));
  });
}

/** Always sent as an attachment, never rendered on this origin. */
function attachment(reply: FastifyReply, type: string, name: string): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; ${fileName(name)}`)
    .header('content-security-policy', INERT)
    .header('cache-control', 'private, no-store');
}

/** As RFC 6266 has it: a name with other characters than those of ASCII is encoded, beside one for old browsers. */
function fileName(name: string): string {
  const plain = name.replace(/[^\x20-\x7E]|["\\%]/g, '_');
  if (plain === name) return `filename="${name}"`;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The actor of the bearer token or of the link. */
async function downloaderOf(ctx: Context, request: FastifyRequest): Promise<Actor> {
  const link = new RegExp(`^(.*)[?&]${DOWNLOAD_PARAMETER}=([\\w-]+)$`).exec(request.url);
  const token = bearerToken(request.headers.authorization);
  if (link?.[1] !== undefined && link[2] !== undefined) return redeemLink(ctx, { path: link[1], token: link[2] });
  return token === undefined ? ctx.actor : authenticate(ctx, token);
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function instantIn(field: string, text: unknown): Date | undefined {
  if (text === undefined) return undefined;
  const instant = new Date(typeof text === 'string' ? text : Number.NaN);
  if (Number.isNaN(instant.getTime())) throw invalidInput(field, `${field} must be an instant in ISO 8601`);
  return instant;
}
