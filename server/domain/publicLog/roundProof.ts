import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { type Checkpoint, parseCheckpoint, parseNote } from '../../platform/tlog/note.ts';
import { TileTree } from '../../platform/tlog/proofs.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { publishedCheckpoint, readTile } from './readLog.ts';

/** An entry of the log with RFC 6962's path from it to the checkpoint's root, in base64. */
interface ProvenEntry {
  index: number;
  /** As it was hashed. */
  entry: string;
  path: string[];
}

/** What the public log has about a round, proven. */
export interface RoundProof {
  /** The signed note, with what witnesses have confirmed of it. */
  checkpoint: string;
  /** The key that signs the log. */
  vkey: string;
  /** Oldest first; also that of the set of witnesses which the round needs. */
  entries: ProvenEntry[];
  /** Keys of the log's present witnesses, by which the checkpoint may be confirmed whatever set the round needs. */
  witnesses: string[];
  /** For each of the checkpoints in the entry of the decision: the path from the entry of the bets' root to it. */
  confirmed: string[][];
}

/** Proves a round's entries in the public log. Public. Refuses with NOT_FOUND a round that the log lacks. */
export async function proveRound(ctx: Context, gameId: string): Promise<RoundProof> {
  authorize(ctx, 'contest:read');
  const checkpoint = await publishedCheckpoint(ctx);
  if (checkpoint === null) throw noSuchRound();
  const { size } = statedBy(checkpoint);
  const rows = await rawQuery<{ index: bigint; entry: string }>(
    ctx.db,
    sql`select e.index, e.entry from contests c join log_entries e on e.contest_id = c.id
         where c.game_id = ${gameId} and e.index < ${size}
         union all
        select e.index, e.entry from contests c join log_entries e on e.contest_id is null
         where c.game_id = ${gameId} and e.index < ${size}
           and starts_with(e.entry, '{"v":1,"type":"witnesses","id":' || c.witness_set_id || ',')
         order by index`,
  );
  if (rows.length === 0) throw noSuchRound();
  const entries = rows.map(({ index, entry }) => ({ index: Number(index), entry }));
  const pathOf = pathsUnder(ctx);
  return {
    checkpoint,
    vkey: ctx.logSigner.vkey,
    entries: await Promise.all(entries.map(async (entry) => ({ ...entry, path: await pathOf(size)(entry.index) }))),
    witnesses: ctx.witnesses.map(({ verifier }) => verifier.vkey),
    confirmed: await confirmedRoots(entries, pathOf),
  };
}

async function confirmedRoots(
  entries: readonly { index: number; entry: string }[],
  pathOf: (size: number) => (index: number) => Promise<string[]>,
): Promise<string[][]> {
  const parsed = entries.map(({ index, entry }) => ({
    index,
    ...(JSON.parse(entry) as { type: string; checkpoints?: string[] | null }),
  }));
  const root = parsed.find(({ type }) => type === 'betsRoot');
  const checkpoints = parsed.find(({ type }) => type === 'decided')?.checkpoints ?? [];
  if (!root) return [];
  return Promise.all(checkpoints.map((note) => pathOf(statedBy(note).size)(root.index)));
}

/** Paths in the trees of given sizes, each read once. */
function pathsUnder(ctx: Context): (size: number) => (index: number) => Promise<string[]> {
  const trees = new Map<number, TileTree>();
  return (size) => {
    const tree = trees.get(size) ?? new TileTree(size, async (tile) => (await readTile(ctx, tile)) ?? Buffer.of());
    trees.set(size, tree);
    return async (index) => (await tree.inclusion(index)).map((hash) => hash.toString('base64'));
  };
}

/** What a stored checkpoint states. */
export function statedBy(note: string): Checkpoint {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  if (!checkpoint) throw new Error('a stored checkpoint is malformed');
  return checkpoint;
}

function noSuchRound(): DomainError {
  return new DomainError('NOT_FOUND', 'The public log has no such round.', { field: 'gameId' });
}
