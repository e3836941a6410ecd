import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { logWitnesses } from '../../../db/schema/publicLog.ts';
import {
  askWitness,
  type Submission,
  type Witness,
  type WitnessAnswer,
  WitnessError,
} from '../../platform/tlog/askWitness.ts';
import { parseNote } from '../../platform/tlog/note.ts';
import { TileTree } from '../../platform/tlog/proofs.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { latestCheckpoint, readTile } from './readLog.ts';

/** Longer than the requests of one attempt take: after it another server tries. */
const LEASE_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

type Stored = typeof logWitnesses.$inferSelect;

/**
 * Asks a witness to confirm the newest checkpoint, unless it has, another server is asking, or it failed lately. Stores its
 * signature, or what was wrong, for a retry with backoff. `now` makes a context of the present instant. Returns whether it
 * confirmed.
 */
export async function confirmCheckpoint(now: () => Context, witness: Witness, signal: AbortSignal): Promise<boolean> {
  const ctx = now();
  authorize(ctx, 'publicLog:merge');
  const latest = await latestCheckpoint(ctx);
  const leased = latest && (await lease(ctx, witness, latest.size));
  if (!latest || !leased) return false;
  try {
    const { seconds, line } = await ask(ctx, witness, { ...latest, oldSize: leased.size, signal });
    const signedAt = new Date(seconds * 1000).toISOString();
    await ctx.db.execute(sql`select store_cosignature(${latest.size}, ${witness.verifier.vkey}, ${signedAt}, ${line})`);
    await release(ctx, witness, { size: latest.size, confirmedAt: now().now, failures: 0, fault: null, retryAt: null });
    return true;
  } catch (error) {
    const failures = leased.failures + 1;
    const fault = error instanceof WitnessError ? error.fault : 'REFUSED';
    const delay = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
    ctx.log.warn({ err: error, witness: witness.verifier.name, fault }, 'a witness did not confirm the public log');
    await release(ctx, witness, { failures, fault, retryAt: new Date(now().now.getTime() + delay) });
    return false;
  }
}

/** Null where there is nothing to ask. */
async function lease(ctx: Context, { verifier }: Witness, size: number): Promise<Stored | null> {
  const { vkey, leasedUntil, retryAt } = logWitnesses;
  await ctx.db.insert(logWitnesses).values({ vkey: verifier.vkey }).onConflictDoNothing();
  const [leased] = await ctx.db
    .update(logWitnesses)
    .set({ leasedUntil: new Date(ctx.now.getTime() + LEASE_MS) })
    .where(
      and(
        eq(vkey, verifier.vkey),
        or(isNull(leasedUntil), lte(leasedUntil, ctx.now)),
        or(isNull(retryAt), lte(retryAt, ctx.now)),
        sql`not exists (select from log_cosignatures g where g.vkey = ${verifier.vkey} and g.size = ${size})`,
      ),
    )
    .returning();
  return leased ?? null;
}

async function release(ctx: Context, { verifier }: Witness, change: Partial<Stored>): Promise<void> {
  await ctx.db
    .update(logWitnesses)
    .set({ ...change, leasedUntil: null })
    .where(eq(logWitnesses.vkey, verifier.vkey));
}

type Confirmation = Extract<WitnessAnswer, { kind: 'confirmed' }>;

/** A second time where the witness is elsewhere than was thought. Throws WitnessError. */
async function ask(
  ctx: Context,
  witness: Witness,
  { signal, ...latest }: { size: number; root: Buffer; note: string; oldSize: number; signal: AbortSignal },
): Promise<Confirmation> {
  const answer = await askWitness({ outbound: ctx.outbound, signal }, witness, await submissionOf(ctx, latest));
  if (answer.kind === 'confirmed') return answer;
  if (answer.size > latest.size)
    throw new WitnessError('OTHER_TREE', `the witness has confirmed ${answer.size} entries`);
  const again = await submissionOf(ctx, { ...latest, oldSize: answer.size });
  const second = await askWitness({ outbound: ctx.outbound, signal }, witness, again);
  if (second.kind === 'confirmed') return second;
  throw new WitnessError('REFUSED', 'the witness named two sizes');
}

async function submissionOf(
  ctx: Context,
  { size, root, note, oldSize }: { size: number; root: Buffer; note: string; oldSize: number },
): Promise<Submission> {
  const tree = new TileTree(size, async (name) => (await readTile(ctx, name)) ?? Buffer.of());
  return {
    note,
    text: parseNote(note)?.text ?? '',
    checkpoint: { origin: ctx.logSigner.name, size, root },
    oldSize,
    proof: await tree.consistency(Math.min(oldSize, size)),
  };
}
