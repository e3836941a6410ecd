import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import type { Context } from '../ground/verbs/context.ts';

/** What keeps a line as it is, and what became of an unclaimed receipt. */
export interface LineLock {
  readonly id: bigint;
  /** Its day, or a later one of its account, is closed: nothing of it changes any more. */
  readonly dayClosed: boolean;
  /** The deposit as which two admins credited it to a player: it stays as it is. */
  readonly creditId: bigint | null;
  /** Whether it is an unclaimed receipt (is_unclaimed). */
  readonly unclaimed: boolean;
  /** A payout came back by it: it stays matched. */
  readonly returned: boolean;
}

/**
 * For each of `ids` what keeps the line as it is, and whether it is an unclaimed receipt; null where there is no such line. For
 * admins who may read statements.
 */
export async function lineLocks(ctx: Context, ids: readonly bigint[]): Promise<(LineLock | null)[]> {
  authorize(ctx, 'statement:read');
  const locks = await rawQuery<LineLock>(
    ctx.db,
    sql`select l.id,
               exists (select from statement_days d where d.payee_id = l.payee_id and d.day >= l.day) as "dayClosed",
               (select w.id from wallet_transactions w where w.credited_line_id = l.id) as "creditId",
               is_unclaimed(l) as unclaimed,
               exists (select from wallet_transactions w
                        where w.id = l.transaction_id and w.transaction_type <> l.direction) as returned
          from statement_lines l where l.id = any(${idArray(ids)})`,
  );
  return inOrderOf(ids, locks);
}
