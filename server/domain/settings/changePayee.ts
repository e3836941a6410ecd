import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { payees } from '../../../db/schema/settings.ts';
import type { AuditAction } from '../auditActions.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
import { lockPayee, payeeFacts, payeeSubject, type Payee } from './payees.ts';

export const setPayeeActiveVerb = verb({
  name: 'setPayeeActive',
  may: 'payee:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payee:activate', 'payee:deactivate'],
  refusals: ['NOT_FOUND'],
});

/** Activates or deactivates a payee; does nothing when it already is. Refuses with NOT_FOUND. */
export function setPayeeActive(
  ctx: Context,
  { payeeId, active }: { payeeId: bigint; active: boolean },
): Promise<Payee> {
  requireAdmin(ctx, setPayeeActiveVerb.may);
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockPayee(tx, payeeId);
    if (before.active === active) return before;
    const [activate, deactivate] = setPayeeActiveVerb.audit;
    return active
      ? changePayee(tx, ctx, before, activate, { active, activatedAt: ctx.now, deactivatedAt: null })
      : changePayee(tx, ctx, before, deactivate, { active, deactivatedAt: ctx.now });
  });
}

export const removePayeeVerb = verb({
  name: 'removePayee',
  may: 'payee:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payee:remove'],
  refusals: ['NOT_FOUND'],
});

/** Removes a payee from the list. Deposits keep referring to it. Refuses with NOT_FOUND. */
export function removePayee(ctx: Context, { payeeId }: { payeeId: bigint }): Promise<Payee> {
  requireAdmin(ctx, removePayeeVerb.may);
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockPayee(tx, payeeId);
    const deactivatedAt = before.deactivatedAt ?? ctx.now;
    return changePayee(tx, ctx, before, removePayeeVerb.audit[0], { active: false, deactivatedAt, removedAt: ctx.now });
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
