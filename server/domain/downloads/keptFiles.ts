import { and, eq, lt, sql } from 'drizzle-orm';
import { downloadFiles, downloadPieces } from '../../../db/schema/downloads.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

/** Bytes of each piece of a file but its last one, and so what building or reading one holds in memory. */
export const PIECE_BYTES = 256 * 1024;
/** How long a file is kept after a request last read from it: a slow client gets it to its end. */
const UNREAD_MS = 5 * 60_000;
/** `read_at` is written at most this often for each reader. */
const TOUCH_EVERY_MS = 60_000;

export interface KeptFile {
  /** cut: larger than what is kept. */
  readonly state: 'opening' | 'building' | 'whole' | 'cut' | 'failed';
  readonly mediaType: string;
  readonly name: string;
  /** Bytes that are kept by now. */
  readonly size: number;
}

/** Whether this call is the one that makes the link's file; false for every other request of the link. */
export async function claimFile({ db, clock }: Context, linkId: bigint): Promise<boolean> {
  const readAt = new Date(clock.now());
  const claimed = await db.insert(downloadFiles).values({ linkId, state: 'opening', readAt }).onConflictDoNothing();
  return claimed.rowCount === 1;
}

/** Forgets a file of which nothing was sent, so that the next request of the link tries anew. */
export async function dropFile({ db }: Context, linkId: bigint): Promise<void> {
  await db.delete(downloadFiles).where(eq(downloadFiles.linkId, linkId));
}

/** Notes how far a file is, and its type and name when it is opened. */
export async function noteFile(
  { db }: Context,
  linkId: bigint,
  change: Partial<Pick<KeptFile, 'state' | 'mediaType' | 'name'>>,
): Promise<void> {
  await db.update(downloadFiles).set(change).where(eq(downloadFiles.linkId, linkId));
}

/** The file of a link; undefined while no request has claimed it, and when its bytes were lost with a crash. */
export async function findFile({ db }: Context, linkId: bigint): Promise<KeptFile | undefined> {
  const [row] = await db
    .select({
      file: downloadFiles,
      stored: sql<string>`(select coalesce(sum(octet_length(p.content)), 0) from ${downloadPieces} p
                            where p.link_id = ${linkId.toString()})`,
    })
    .from(downloadFiles)
    .where(eq(downloadFiles.linkId, linkId));
  if (row === undefined) return undefined;
  const { state, mediaType, name, kept } = row.file;
  const isLost = Number(row.stored) !== kept;
  return {
    state: isLost ? 'failed' : (state as KeptFile['state']),
    mediaType: mediaType ?? '',
    name: name ?? '',
    size: kept,
  };
}

/** Bytes that are kept of all links' files. */
export async function bytesKept({ db }: Context): Promise<number> {
  const [sum] = await db.select({ bytes: sql<string>`coalesce(sum(${downloadFiles.kept}), 0)` }).from(downloadFiles);
  return Number(sum?.bytes);
}

/** Adds the next piece to a file. */
export async function addPiece({ db }: Context, linkId: bigint, startsAt: number, content: Buffer): Promise<void> {
  await db.execute(sql`
    with piece as (
      insert into download_pieces (link_id, starts_at, content) values (${linkId.toString()}, ${startsAt}, ${content}))
    update download_files set kept = kept + ${content.length} where link_id = ${linkId.toString()}`);
}

/** The bytes from `from` to the end of its piece; null where they are not kept (yet). */
export async function readPiece({ db }: Context, linkId: bigint, from: number): Promise<Buffer | null> {
  const startsAt = from - (from % PIECE_BYTES);
  const [piece] = await db
    .select({ content: downloadPieces.content })
    .from(downloadPieces)
    .where(and(eq(downloadPieces.linkId, linkId), eq(downloadPieces.startsAt, startsAt)));
  return piece === undefined ? null : piece.content.subarray(from - startsAt);
}

/** Keeps a file for its reader. */
export async function touchFile({ db, clock }: Context, linkId: bigint): Promise<void> {
  const now = clock.now();
  await db
    .update(downloadFiles)
    .set({ readAt: new Date(now) })
    .where(and(eq(downloadFiles.linkId, linkId), lt(downloadFiles.readAt, new Date(now - TOUCH_EVERY_MS))));
}

/** Deletes files that no request has read from for five minutes. Returns how many. */
export async function purgeFiles(ctx: Context): Promise<number> {
  authorize(ctx, 'rows:purge');
  return deleteUnread(ctx);
}

/** The same for the request that makes another one, so that the bytes that are kept stay few. */
export async function deleteUnread({ db, clock }: Context): Promise<number> {
  const before = new Date(clock.now() - UNREAD_MS);
  return (await db.delete(downloadFiles).where(lt(downloadFiles.readAt, before))).rowCount ?? 0;
}
