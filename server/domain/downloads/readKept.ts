import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../../../db/unavailable.ts';
import type { Context } from '../ground/verbs/context.ts';
import { findFile, readPiece, touchFile } from './keptFiles.ts';

/** The longest wait for another piece of a file that is being made. */
const STALL_MS = 30_000;
const LONGEST_POLL_MS = 250;

interface KeptRange {
  readonly from: number;
  /** Exclusive. Undefined: to the end, which is waited for. */
  readonly to?: number | undefined;
  /** Whether a file that is not kept to its end ends there, instead of failing. */
  readonly cutIsEnd?: boolean;
}

/** The bytes of a link's file, as they are kept. Rejects when they fail to come. */
export async function* readKept(
  ctx: Context,
  linkId: bigint,
  { from, to = Number.POSITIVE_INFINITY, cutIsEnd = false }: KeptRange,
): AsyncGenerator<Buffer> {
  let at = from;
  let waited = 0;
  while (at < to) {
    const piece = await readPiece(ctx, linkId, at);
    if (piece !== null && piece.length > 0) {
      const bytes = piece.subarray(0, Math.min(piece.length, to - at));
      at += bytes.length;
      waited = 0;
      yield bytes;
      await touchFile(ctx, linkId);
      continue;
    }
    if (await hasEnded(ctx, linkId, at, cutIsEnd)) return;
    if (waited > STALL_MS) throw new UnavailableError('The file of a link has not gone on in time.');
    const pollMs = Math.min(LONGEST_POLL_MS, 25 + waited / 2);
    waited += pollMs;
    await delay(pollMs);
  }
}

/** Whether nothing comes after the first `at` bytes. */
async function hasEnded(ctx: Context, linkId: bigint, at: number, cutIsEnd: boolean): Promise<boolean> {
  const file = await findFile(ctx, linkId);
  if (file === undefined || file.state === 'failed') throw new UnavailableError('The file of a link was lost.');
  // A piece may have come since it was looked for.
  if (file.size > at || file.state === 'opening' || file.state === 'building') return false;
  if (file.state === 'cut' && !cutIsEnd)
    throw new UnavailableError('The file of a link is too large to be sent again.');
  return true;
}
