import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { byteRange } from './byteRange.ts';
import { INERT } from './security.ts';

/** A file to be downloaded. */
export interface Attachment {
  readonly mediaType: string;
  readonly name: string;
  /** Bytes; null where the length isn't known yet, and so no part of it can be asked for. */
  readonly size: number | null;
  /** Its bytes from `from` to before `to`, or to the end. */
  readonly read: (from: number, to?: number) => AsyncIterable<Buffer | string>;
}

/**
 * Sends a file as an attachment, which is never rendered on this origin: all of it, the part that a Range header asks for, or
 * for HEAD its headers. `version` is the same for the same bytes only; without one there are no parts.
 */
export function sendAttachment(
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, name, size, read }: Attachment,
  version?: string,
): FastifyReply {
  void reply
    .type(mediaType)
    .header('content-disposition', `attachment; ${fileName(name)}`)
    .header('content-security-policy', INERT)
    .header('cache-control', 'private, no-store');
  const isHead = request.method === 'HEAD';
  if (size === null) return reply.send(streamOf(isHead ? [] : read(0)));
  let part = { from: 0, to: size };
  if (version !== undefined) {
    const etag = `"${createHash('sha256').update(`etag ${version}`).digest('base64url').slice(0, 22)}"`;
    void reply.header('accept-ranges', 'bytes').header('etag', etag);
    // RFC 9110: a part is for GET, and for the same file as before.
    const { 'if-range': expected = etag } = request.headers;
    const range = isHead || expected !== etag ? null : byteRange(request.headers.range, size);
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
    if (range !== null) {
      part = range;
      void reply.code(206).header('content-range', `bytes ${range.from}-${range.to - 1}/${size}`);
    }
  }
  void reply.header('content-length', part.to - part.from);
  return reply.send(streamOf(isHead || part.from === part.to ? [] : read(part.from, part.to)));
}

function streamOf(content: Iterable<Buffer> | AsyncIterable<Buffer | string>): Readable {
  return Readable.from(content);
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
