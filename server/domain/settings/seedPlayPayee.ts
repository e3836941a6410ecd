import { and, eq, isNull, sql } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { payees } from '../../../db/schema/settings.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { needsSecondAdmin } from '../proposals/thresholds.ts';
import { addPayee, upiAccount } from './addPayee.ts';
import { changeBySystem } from './changePayee.ts';

/** A payee without a real account: players of play money name it when they "pay". */
const PLAY_UPI_ID = 'play@rangoli';

/**
 * At start: in play mode the payee `play@rangoli` exists from the first start on (unless an admin removed it); with
 * real money it is deactivated. Any number of servers may do so at once.
 */
export async function seedPlayPayee(ctx: Context): Promise<void> {
  authorize(ctx, 'payee:seed');
  await inTransaction(ctx.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('play_payee', 0))`);
    const [existing] = await tx.select({ id: payees.id }).from(payees).where(eq(payees.upiId, PLAY_UPI_ID)).limit(1);
    if (ctx.config.moneyMode === 'play') {
      // Where a new account needs two admins, the server can't add one either.
      if (existing === undefined && !(await needsSecondAdmin(tx, 'payee')))
        await addPayee(tx, ctx, upiAccount(PLAY_UPI_ID));
      return;
    }
    const listed = await lockPlayPayee(tx);
    if (listed?.active) await changeBySystem(tx, ctx, listed, 'DEACTIVATED');
  });
}

/** Removes the payee of play money from the list where it is in it. Deposits keep referring to it. */
export async function removePlayPayee(tx: Tx, ctx: Context): Promise<void> {
  const listed = await lockPlayPayee(tx);
  if (listed) await changeBySystem(tx, ctx, listed, 'REMOVED');
}

async function lockPlayPayee(tx: Tx) {
  const [listed] = await tx
    .select()
    .from(payees)
    .where(and(eq(payees.upiId, PLAY_UPI_ID), isNull(payees.removedAt)))
    .for('update');
  return listed;
}
