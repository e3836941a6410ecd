import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { TileTree } from '../../platform/tlog/proofs.ts';
import type { GameType } from '../contests/gameTypes.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { publishedCheckpoint, readTile } from '../publicLog/readLog.ts';
import { statedBy } from '../publicLog/roundProof.ts';
import { instant } from '../stats/activitySql.ts';
import type { Span } from '../stats/cover.ts';
import { noSuchFile, type PublicFile, readMonthFile } from './monthFile.ts';

/** Leaves read at a time. */
const PAGE = 5_000;
/** Entries that a month's rounds refer to and that are older, such as a set of witnesses. */
const EARLIER_TYPES = ['log', 'chain', 'witnesses', 'restored'];

/**
 * Opens that part of the public log in which a game's rounds of a month are, as JSON Lines. The first line has a signed
 * checkpoint and the hashes of what is before and after the part; the others are its leaves: the entries themselves, or, of
 * other games, their hashes. So anybody computes the checkpoint's root again. Public. Refuses with NOT_FOUND another name than
 * that of a game and a month, and one whose rounds the log lacks.
 */
export async function openLogPart(ctx: Context, name: string): Promise<PublicFile> {
  authorize(ctx, 'contest:read');
  const month = readMonthFile(name);
  const checkpoint = month && (await publishedCheckpoint(ctx));
  if (!month || checkpoint === null) throw noSuchFile();
  const { size } = statedBy(checkpoint);
  const part = await partOf(ctx, month.gameType, month.span, size);
  if (part === null) throw noSuchFile();
  return { name, final: false, lines: linesOf(ctx, { ...part, gameType: month.gameType, checkpoint, size }) };
}

interface Part {
  /** Indices of the first leaf and of the one after the last. */
  first: number;
  last: number;
}

async function partOf(ctx: Context, gameType: GameType, { from, to }: Span, size: number): Promise<Part | null> {
  const [found] = await rawQuery<{ first: bigint | null; last: bigint | null }>(
    ctx.db,
    sql`with rounds as (
          select * from contests c
           where c.game_type = ${gameType} and c.ends_at >= ${instant(from)} and c.ends_at < ${instant(to)})
        select min(e.index) as first, 1 + greatest(max(e.index), (
                 -- The restore in which a round lost its seed: it proves that this could be.
                 select min(r.index) from log_entries r, rounds lost
                  where lost.seed_lost and r.contest_id is null and r.entry::json ->> 'type' = 'restored' and r.index < ${size}
                    and r.index > (select min(o.index) from log_entries o where o.contest_id = lost.id))) as last
          from rounds c join log_entries e on e.contest_id = c.id
         where e.index < ${size}`,
  );
  return found?.first == null || found.last === null ? null : { first: Number(found.first), last: Number(found.last) };
}

async function* linesOf(
  ctx: Context,
  { gameType, checkpoint, size, first, last }: Part & { gameType: GameType; checkpoint: string; size: number },
): AsyncGenerator<string> {
  const tree = new TileTree(size, async (tile) => (await readTile(ctx, tile)) ?? Buffer.of());
  const base64 = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('base64'));
  const head = {
    v: 1,
    checkpoint,
    vkey: ctx.logSigner.vkey,
    first,
    last,
    before: base64(await tree.subtrees(0, first)),
    after: base64(await tree.subtrees(last, size)),
    earlier: await earlierEntries(ctx, tree, first),
  };
  yield `${JSON.stringify(head)}\n`;
  for (let from = first; from < last; from += PAGE) {
    const leaves = await rawQuery<{ entry: string | null; hash: Buffer }>(
      ctx.db,
      sql`select case when c.id is null or c.game_type = ${gameType} then e.entry end as entry, e.hash
            from log_entries e left join contests c on c.id = e.contest_id
           where e.index >= ${from} and e.index < ${Math.min(from + PAGE, last)} order by e.index`,
    );
    yield leaves.map(({ entry, hash }) => `${entry ?? `"${hash.toString('base64')}"`}\n`).join('');
  }
}

/** Each with the path that proves it. */
async function earlierEntries(ctx: Context, tree: TileTree, before: number): Promise<object[]> {
  const found = await rawQuery<{ index: bigint; entry: string }>(
    ctx.db,
    sql`select index, entry from log_entries
         where contest_id is null and index < ${before} and entry::json ->> 'type' = any (${sql.param(EARLIER_TYPES)})
         order by index`,
  );
  return Promise.all(
    found.map(async ({ index, entry }) => ({
      index: Number(index),
      entry,
      path: (await tree.inclusion(Number(index))).map((hash) => hash.toString('base64')),
    })),
  );
}
