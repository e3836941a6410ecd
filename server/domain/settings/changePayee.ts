import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { payees } from '../../../db/schema/settings.ts';
import type { AuditAction } from '../audit/actions.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { lockPayee, payeeFacts, payeeSubject, type Payee } from './payees.ts';

/** Switches a payee on or off; as it is already: nothing happens. Refuses with NOT_FOUND. */
export function setPayeeActive(
  ctx: Context,
  { payeeId, active }: { payeeId: bigint; active: boolean },
): Promise<Payee> {
  requireAdmin(ctx, 'payee:manage');
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockPayee(tx, payeeId);
    if (before.active === active) return before;
    return active
      ? changePayee(tx, ctx, before, 'payee:activate', { active, activatedAt: ctx.now, deactivatedAt: null })
      : changePayee(tx, ctx, before, 'payee:deactivate', { active, deactivatedAt: ctx.now });
  });
}

/** Takes a payee off the list. Deposits that name it keep doing so. Refuses with NOT_FOUND. */
export function removePayee(ctx: Context, { payeeId }: { payeeId: bigint }): Promise<Payee> {
  requireAdmin(ctx, 'payee:manage');
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockPayee(tx, payeeId);
    const deactivatedAt = before.deactivatedAt ?? ctx.now;
    return changePayee(tx, ctx, before, 'payee:remove', { active: false, deactivatedAt, removedAt: ctx.now });
  });
}

/** Writes a change of a locked payee and its row in the audit log. */
export async function changePayee(
  tx: Tx,
  ctx: Context,
  before: Payee,
  action: AuditAction,
  changes: Partial<Payee>,
): Promise<Payee> {
  const [after] = await tx.update(payees).set(changes).where(eq(payees.id, before.id)).returning();
  if (after === undefined) throw new Error('a locked payee vanished');
  await recordAudit(tx, ctx, {
    action,
    subjectType: 'payee',
    subject: payeeSubject(before),
    before: payeeFacts(before),
    after: payeeFacts(after),
  });
  return after;
}
