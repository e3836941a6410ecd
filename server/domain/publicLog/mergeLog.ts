import { sql } from 'drizzle-orm';
import { inTransaction, rawQuery } from '../../../db/client.ts';
import { checkpointText, signNote } from '../../platform/tlog/note.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

/** Keeps a transaction short: some 50 ms. */
const MOST_AT_ONCE = 1_024;

/**
 * Puts the entries of committed deeds into the public log's tree and publishes a signed checkpoint of it, in one
 * transaction. Returns the new size; null where nothing is pending, or another server is doing it. Any number of servers
 * may call it at any time.
 */
export async function mergeLog(ctx: Context): Promise<number | null> {
  authorize(ctx, 'publicLog:merge');
  const [pending] = await rawQuery<{ any: boolean }>(ctx.db, sql`select exists (select from log_pending) as any`);
  if (pending?.any !== true) return null;
  return inTransaction(ctx.db, async (tx) => {
    const [merged] = await rawQuery<{ size: bigint; root: Buffer }>(
      tx,
      sql`select size, root from merge_log(${MOST_AT_ONCE})`,
    );
    if (!merged) return null;
    const { root } = merged;
    const size = Number(merged.size);
    const note = signNote(checkpointText({ origin: ctx.logSigner.name, size, root }), ctx.logSigner);
    await tx.execute(sql`select store_log_checkpoint(${size}, ${root}, ${note})`);
    return size;
  });
}
