import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { logCheckpoints, logCosignatures, logEntries } from '../../../db/schema/publicLog.ts';
import { TILE_WIDTH, type TileName } from '../../platform/tlog/tiles.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

/** The newest checkpoint signed under the log's present name. Null before the first entry, and right after a restore. Public. */
export async function latestCheckpoint(ctx: Context): Promise<{ size: number; root: Buffer; note: string } | null> {
  authorize(ctx, 'contest:read');
  const { size, root, note } = logCheckpoints;
  const [latest] = await ctx.db.select({ size, root, note }).from(logCheckpoints).orderBy(desc(size)).limit(1);
  return latest?.note.startsWith(`${ctx.logSigner.name}\n`) ? latest : null;
}

/** The newest signed checkpoint with what witnesses have confirmed of it so far. Null before the first entry. Public. */
export async function publishedCheckpoint(ctx: Context): Promise<string | null> {
  const latest = await latestCheckpoint(ctx);
  if (latest === null) return null;
  const { line, size, vkey } = logCosignatures;
  const lines = await ctx.db.select({ line }).from(logCosignatures).where(eq(size, latest.size)).orderBy(asc(vkey));
  return latest.note + lines.map((row) => row.line).join('');
}

/** The bytes of a tile of the public log. Null while the log has no such tile. Public. */
export async function readTile(ctx: Context, { level, index, width }: TileName): Promise<Buffer | null> {
  authorize(ctx, 'contest:read');
  const from = index * TILE_WIDTH;
  const parts = level === 'entries' ? await entries(ctx, from, width) : await hashes(ctx, level, from, width);
  return parts.length === width ? Buffer.concat(parts) : null;
}

/** Each with its length in two bytes before it. */
async function entries(ctx: Context, from: number, width: number): Promise<Buffer[]> {
  const rows = await ctx.db
    .select({ entry: logEntries.entry })
    .from(logEntries)
    .where(and(gte(logEntries.index, from), lt(logEntries.index, from + width)))
    .orderBy(asc(logEntries.index));
  return rows.map(({ entry }) => {
    const bytes = Buffer.from(entry);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return Buffer.concat([length, bytes]);
  });
}

async function hashes(ctx: Context, level: number, from: number, width: number): Promise<Buffer[]> {
  const [row] = await rawQuery<{ hashes: Buffer[] }>(
    ctx.db,
    sql`select log_hashes(${level}, ${from}, ${from + width}) as hashes`,
  );
  return row?.hashes ?? [];
}
