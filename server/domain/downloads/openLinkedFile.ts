import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../../../db/unavailable.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import {
  addPiece,
  bytesKept,
  claimFile,
  deleteUnread,
  dropFile,
  findFile,
  type KeptFile,
  noteFile,
  PIECE_BYTES,
} from './keptFiles.ts';
import { readKept } from './readKept.ts';

/** A file as it is made. */
export interface NewFile {
  readonly mediaType: string;
  readonly name: string;
  readonly content: AsyncIterable<Buffer | string>;
}

/** The file of a download link. */
export interface LinkedFile {
  readonly mediaType: string;
  readonly name: string;
  /** Bytes; null while it is still being made. */
  readonly size: number | null;
  /** Its bytes from `from` to before `to`; `from` is 0 and `to` left out where its size isn't known. */
  readonly read: (from: number, to?: number) => AsyncIterable<Buffer>;
}

export interface KeptLimits {
  /** Bytes that are kept of one file. */
  readonly each: number;
  /** And of all of them. */
  readonly all: number;
  /** How long a request waits for a file to be whole, from when on its length is known and parts of it can be asked for. */
  readonly wholeWithinMs: number;
}

const keptLimits: KeptLimits = { each: 64 * 1024 * 1024, all: 1024 * 1024 * 1024, wholeWithinMs: 1_000 };
/** How long a request waits for another one to open the file. */
const OPENED_WITHIN_MS = 30_000;
const POLL_MS = 25;

/**
 * The file of a download link. The first request makes it, with `make`, and keeps its bytes in the database; every other one, on
 * whichever server, gets these bytes, also while they are being made. It is made at its own speed, whether or not the first
 * request is still there. Of a file above the limits the rest goes to the first request only; then others are refused with
 * LINK_USED. Rejects with what `make` refuses, which the next request tries anew, and with UnavailableError.
 */
export async function openLinkedFile(
  ctx: Context,
  linkId: bigint,
  make: () => Promise<NewFile>,
  limits: KeptLimits = keptLimits,
): Promise<LinkedFile> {
  for (let waited = 0; waited < OPENED_WITHIN_MS; waited += POLL_MS) {
    const file = await findFile(ctx, linkId);
    if (file === undefined) {
      await deleteUnread(ctx);
      if (await claimFile(ctx, linkId)) return makeFile(ctx, linkId, make, limits);
    } else if (file.state !== 'opening') return openMade(ctx, linkId, file, limits);
    await delay(POLL_MS);
  }
  throw new UnavailableError('Another request of this link has not opened its file in time.');
}

async function makeFile(
  ctx: Context,
  linkId: bigint,
  make: () => Promise<NewFile>,
  limits: KeptLimits,
): Promise<LinkedFile> {
  const { mediaType, name, content } = await openOrDrop(ctx, linkId, make);
  const room = Math.min(limits.each, limits.all - (await bytesKept(ctx)));
  const kept = keepPieces(ctx, linkId, content, room);
  kept.catch((error: unknown) => ctx.log.error({ err: error }, 'the file of a download link could not be made'));
  const isMade = await Promise.race([kept.then(() => true), delay(limits.wholeWithinMs, false, { ref: false })]);
  const { size, rest } = isMade ? await kept : { size: null, rest: null };
  if (size !== null && rest === null) {
    return { mediaType, name, size, read: (from, to = size) => readKept(ctx, linkId, { from, to }) };
  }
  const read = async function* () {
    yield* readKept(ctx, linkId, { from: 0, cutIsEnd: true });
    const more = (await kept).rest;
    if (more !== null) yield* more;
  };
  return { mediaType, name, size: null, read };
}

async function openOrDrop(ctx: Context, linkId: bigint, make: () => Promise<NewFile>): Promise<NewFile> {
  try {
    const file = await make();
    await noteFile(ctx, linkId, { state: 'building', mediaType: file.mediaType, name: file.name });
    return file;
  } catch (error) {
    await dropFile(ctx, linkId).catch((err: unknown) => ctx.log.warn({ err }, 'a download link is blocked'));
    throw error;
  }
}

/** Keeps a file's bytes as far as there is room. `rest` are those that are not kept; null where all are. */
async function keepPieces(
  ctx: Context,
  linkId: bigint,
  content: AsyncIterable<Buffer | string>,
  room: number,
): Promise<{ size: number; rest: AsyncIterable<Buffer> | null }> {
  const pieces = inPieces(content);
  try {
    let size = 0;
    for (;;) {
      const next = await pieces.next();
      if (next.done === true) {
        await noteFile(ctx, linkId, { state: 'whole' });
        return { size, rest: null };
      }
      if (size + next.value.length > room) {
        await noteFile(ctx, linkId, { state: 'cut' });
        return { size, rest: withRest(next.value, pieces) };
      }
      await addPiece(ctx, linkId, size, next.value);
      size += next.value.length;
    }
  } catch (error) {
    await noteFile(ctx, linkId, { state: 'failed' }).catch(() => undefined);
    throw error;
  }
}

async function* withRest(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** The content in pieces of exactly PIECE_BYTES, and a last one. */
async function* inPieces(content: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    held.push(Buffer.from(chunk));
    size += held.at(-1)?.length ?? 0;
    if (size < PIECE_BYTES) continue;
    const bytes = Buffer.concat(held);
    const left = size % PIECE_BYTES;
    for (let at = 0; at < size - left; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
    held = [bytes.subarray(size - left)];
    size = left;
  }
  if (size > 0) yield Buffer.concat(held);
  return undefined;
}

/** For a request that isn't the link's first one. */
async function openMade(
  ctx: Context,
  linkId: bigint,
  opened: KeptFile,
  { wholeWithinMs }: KeptLimits,
): Promise<LinkedFile> {
  let file: KeptFile | undefined = opened;
  for (let waited = 0; file?.state === 'building' && waited < wholeWithinMs; waited += POLL_MS) {
    await delay(POLL_MS);
    file = await findFile(ctx, linkId);
  }
  if (file === undefined || file.state === 'failed') {
    throw new UnavailableError('The file of this link could not be made or kept. Please make a new link.');
  }
  if (file.state === 'cut') {
    throw new DomainError('LINK_USED', 'This file is too large to be sent again. Please make a new link.');
  }
  const { mediaType, name } = file;
  const size = file.state === 'whole' ? file.size : null;
  return { mediaType, name, size, read: (from, to = size ?? undefined) => readKept(ctx, linkId, { from, to }) };
}
