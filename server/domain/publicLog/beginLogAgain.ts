import { sql } from 'drizzle-orm';
import { inTransaction, rawQuery } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

/**
 * Gives the public log of a restored database another name, for what was logged since its backup is missing: witnesses take it
 * for another log, instead of refusing it. Its entries stay; the next one names the log before and its last state in the
 * backup. Returns the new name. Only the owner's role may, while no server runs.
 */
export async function beginLogAgain(ctx: Context): Promise<string> {
  authorize(ctx, 'publicLog:merge');
  return inTransaction(ctx.db, async (tx) => {
    const [log] = await rawQuery<{ origin: string; note: string | null }>(
      tx,
      sql`select origin, (select note from log_checkpoints order by size desc limit 1) as note from public_logs`,
    );
    if (!log) throw new Error('The public log was never begun.');
    const instant = ctx.now.toISOString();
    const origin = `${log.origin.replace(/\/\d{8}T\d{6}Z$/, '')}/${instant.replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}`;
    await tx.execute(sql`alter table public_logs disable trigger public_logs_insert_only`);
    await tx.execute(sql`update public_logs set origin = ${origin}`);
    await tx.execute(sql`alter table public_logs enable trigger public_logs_insert_only`);
    const entry = { v: 1, type: 'restored', origin, before: log.origin, checkpoint: log.note, restoredAt: instant };
    await tx.execute(sql`select append_log_entry(null, ${JSON.stringify(entry)})`);
    return origin;
  });
}
