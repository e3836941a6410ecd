import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../domain/accounts/sessions/authenticate.ts';
import { bearerToken } from '../domain/accounts/sessions/bearerToken.ts';
import {
  DOWNLOAD_PARAMETER,
  type Downloader,
  redeemDownloadLink as redeemLink,
} from '../domain/accounts/links/downloadLink.ts';
import { takeSmallCall } from '../domain/ground/calls/callBudget.ts';
import { contextFor, type Context } from '../domain/ground/verbs/context.ts';
import { type NewFile, openLinkedFile } from '../domain/downloads/openLinkedFile.ts';
import { DomainError, invalidInput } from '../domain/ground/refusals/errors.ts';
import { requireAdmin, requirePlayer } from '../domain/ground/actors/permissions.ts';
import { openPayoutFile } from '../domain/payouts/openPayoutFile.ts';
import { openPersonalData } from '../domain/records/openPersonalData.ts';
import { openStatement } from '../domain/records/openStatement.ts';
import { openExport, requireExport } from '../domain/stats/exports/openExport.ts';
import { readDocument } from '../domain/tickets/documents.ts';
import { avatarSvg } from '../platform/avatars.ts';
import { sendAttachment } from './attachment.ts';
import type { RouteParts } from './publicContext.ts';
import { INERT } from './security.ts';

const recordTypes: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
};

/** A request for a file, by bearer token or by link. */
interface Download {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly ctx: Context;
  /** Null: by bearer token. */
  readonly link: { readonly id: bigint; readonly token: string } | null;
}

/** File downloads: avatars without authentication; documents, exports and players' own records by bearer token or by a link of 60 s. */
export function downloads(app: FastifyInstance, { services, limits, clientOf }: RouteParts): void {
  const open = async (request: FastifyRequest, reply: FastifyReply): Promise<Download> => {
    const ctx = contextFor(services, { kind: 'anonymous' }, clientOf(request));
    const { actor, linkId, token } = await downloaderOf(ctx, request);
    const caller = { actor, address: ctx.client?.address ?? null };
    await takeSmallCall(limits, { kind: 'other', count: 1, ...caller });
    void reply.headers(limits.headers(caller));
    ctx.actor = actor;
    return { request, reply, ctx, link: linkId === null ? null : { id: linkId, token } };
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
    const { ctx, link } = await open(request, reply);
    const id = services.ids.openAs('Document', request.params.id);
    if (id === null) throw new DomainError('NOT_FOUND', 'There is no such document.', { field: 'id' });
    const { mediaType, name, size, content } = await readDocument(ctx, id);
    // A document never changes, so it isn't kept for its links.
    const read = async function* (from: number, to?: number) {
      yield content.subarray(from, to);
    };
    return sendAttachment(request, reply, { mediaType, name, size, read }, link?.token);
  });

  app.get<{ Params: { file: string }; Querystring: Record<string, unknown> }>(
    '/exports/:file',
    async (request, reply) => {
      const download = await open(request, reply);
      const { from, to, [DOWNLOAD_PARAMETER]: _token, ...filter } = request.query;
      const { file } = request.params;
      requireExport(download.ctx, file);
      return send(download, async () =>
        openExport(download.ctx, {
          file,
          from: instantIn('from', from),
          to: instantIn('to', to),
          filter: Object.fromEntries(Object.entries(filter).map(([field, value]) => [field, textIn(value)])),
        }),
      );
    },
  );

  app.get<{ Params: { id: string } }>('/exports/payouts/:id', async (request, reply) => {
    const download = await open(request, reply);
    requireAdmin(download.ctx, 'payoutBatch:manage');
    const id = services.ids.openAs('PayoutBatch', request.params.id);
    if (id === null) throw new DomainError('NOT_FOUND', 'There is no such batch.', { field: 'id' });
    return send(download, () => openPayoutFile(download.ctx, id));
  });

  app.get<{ Params: { format: string }; Querystring: { from?: unknown; to?: unknown } }>(
    '/records/statement.:format',
    async (request, reply) => {
      const download = await open(request, reply);
      requirePlayer(download.ctx, 'statement:readOwn');
      const { format } = request.params;
      const days = { from: textIn(request.query.from), to: textIn(request.query.to) };
      return send(download, async () => {
        const { content, name } = await openStatement(download.ctx, format, days);
        return { mediaType: recordTypes[format] ?? 'application/octet-stream', name, content };
      });
    },
  );

  app.get('/records/personal-data.json', async (request, reply) => {
    const download = await open(request, reply);
    requirePlayer(download.ctx, 'personalData:readOwn');
    return send(download, async () => {
      const content = await openPersonalData(download.ctx);
      return { mediaType: 'application/json', name: 'personal-data.json', content };
    });
  });
}

/**
 * Sends a file that is made for this download: as it is made, by a bearer token; by a link from what is kept of it. Each request
 * has been checked for the right to read it.
 */
async function send({ request, reply, ctx, link }: Download, make: () => Promise<NewFile>): Promise<FastifyReply> {
  if (link !== null) return sendAttachment(request, reply, await openLinkedFile(ctx, link.id, make), link.token);
  const { mediaType, name, content } = await make();
  return sendAttachment(request, reply, { mediaType, name, size: null, read: () => content });
}

/** The actor of the bearer token or of the link. */
async function downloaderOf(ctx: Context, request: FastifyRequest): Promise<Downloader & { token: string }> {
  const [, path, token = ''] = new RegExp(`^(.*)[?&]${DOWNLOAD_PARAMETER}=([\\w-]+)$`).exec(request.url) ?? [];
  if (path !== undefined) return { ...(await redeemLink(ctx, { path, token })), token };
  const bearer = bearerToken(request.headers.authorization);
  const actor = bearer === undefined ? ctx.actor : await authenticate(ctx, bearer);
  return { actor, linkId: null, token };
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
