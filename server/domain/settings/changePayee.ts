import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { payees } from '../../../db/schema/settings.ts';
import type { AuditAction } from '../auditActions.ts';
import { overRest, type GivenReason, requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../context.ts';
import { invalidInput } from '../errors.ts';
import type { PayeeChange } from '../notifications/kinds.ts';
import { requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
import { payeeNotices, publishPayeeChange } from './payeeNotices.ts';
import { lockActivePayees, lockPayee, payeeFacts, payeeSubject, type Payee } from './payees.ts';

/** How a payee is changed: what the audit log and the other admins get, and the new columns. */
interface PayeeChanges {
  action: AuditAction;
  change: PayeeChange;
  columns: Partial<Payee>;
}

/** The arguments of a change that may leave a channel without an active payee. */
interface Removal {
  payeeId: bigint;
  reason: GivenReason;
  /** True confirms that deposits by this channel stop, where it is the last active payee. */
  depositsStop?: boolean | null | undefined;
}

export const setPayeeActiveVerb = verb({
  name: 'setPayeeActive',
  may: 'payee:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payee:activate', 'payee:deactivate'],
  refusals: ['NOT_FOUND'],
});

/**
 * Activates or deactivates a payee; does nothing when it already is. An activated one is what players are shown. The
 * other admins are notified. Refuses with NOT_FOUND, and with INVALID_INPUT a reason of less than 10 characters and the
 * channel's last active payee without `depositsStop` (server/domain/README.md#payment-accounts).
 */
export async function setPayeeActive(
  ctx: Context,
  { active, ...input }: Removal & { active: boolean },
): Promise<Payee> {
  requireAdmin(ctx, setPayeeActiveVerb.may);
  const [activate, deactivate] = setPayeeActiveVerb.audit;
  return change(ctx, input, (before) => {
    if (before.active === active) return null;
    return active
      ? { action: activate, change: 'ACTIVATED', columns: { active, activatedAt: ctx.now, deactivatedAt: null } }
      : { action: deactivate, change: 'DEACTIVATED', columns: { active, deactivatedAt: ctx.now } };
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

/** Removes a payee from the list. Deposits keep referring to it. Notifies and refuses as `setPayeeActive` does. */
export async function removePayee(ctx: Context, input: Removal): Promise<Payee> {
  requireAdmin(ctx, removePayeeVerb.may);
  return change(ctx, input, (before) => ({
    action: removePayeeVerb.audit[0],
    change: 'REMOVED',
    columns: { active: false, deactivatedAt: before.deactivatedAt ?? ctx.now, removedAt: ctx.now },
  }));
}

export const showPayeeVerb = verb({
  name: 'showPayee',
  may: 'payee:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payee:show'],
  refusals: ['NOT_FOUND'],
});

/**
 * Makes an active payee the one that players are shown, until another one is added, activated or chosen. Notifies the
 * other admins. Refuses with NOT_FOUND, and with INVALID_INPUT a deactivated one and a reason of less than 10
 * characters.
 */
export async function showPayee(ctx: Context, input: { payeeId: bigint; reason: GivenReason }): Promise<Payee> {
  requireAdmin(ctx, showPayeeVerb.may);
  return change(ctx, input, (before, [shown]) => {
    if (!before.active) throw invalidInput('payeeId', 'A deactivated account can’t be shown. Activate it first.');
    if (shown?.id === before.id) return null;
    return { action: showPayeeVerb.audit[0], change: 'SHOWN', columns: { activatedAt: ctx.now } };
  });
}

async function change(
  ctx: Context,
  input: Removal,
  choose: (before: Payee, active: readonly Payee[]) => PayeeChanges | null,
): Promise<Payee> {
  const reason = requireReason(input.reason);
  const { after, notices } = await inTransaction(ctx.db, async (tx) => {
    const before = await lockPayee(tx, input.payeeId);
    const active = await lockActivePayees(tx, before.channel);
    const chosen = choose(before, active);
    if (chosen === null) return { after: before, notices: null };
    const isLast = chosen.columns.active === false && before.active && active.length === 1;
    if (isLast) refuseUnconfirmed(before, input);
    const after = await updatePayee(tx, before, chosen.columns);
    const notices = await payeeNotices(tx, ctx, after, { change: chosen.change, reason, depositsStop: isLast });
    await recordChange(tx, ctx, { action: chosen.action, before, after, reason, depositsStop: isLast });
    return { after, notices };
  });
  if (notices) publishPayeeChange(ctx, after, notices);
  return after;
}

/** REST has no field for a confirmation, and old clients go on working: their calls count as confirmed. */
function refuseUnconfirmed({ channel }: Payee, { reason, depositsStop }: Removal): void {
  if (depositsStop === true || reason === overRest) return;
  const way = channel === 'upi' ? 'UPI' : 'bank transfer';
  throw invalidInput(
    'depositsStop',
    `It is the last active account for deposits by ${way}: without it these stop. Confirm that they do.`,
  );
}

/** Deactivates a locked payee, for the server itself, which gives no reason. */
export async function deactivateBySystem(tx: Tx, ctx: Context, before: Payee): Promise<void> {
  const after = await updatePayee(tx, before, { active: false, deactivatedAt: ctx.now });
  await recordChange(tx, ctx, { action: 'payee:deactivate', before, after, reason: null, depositsStop: false });
}

async function updatePayee(tx: Tx, before: Payee, columns: Partial<Payee>): Promise<Payee> {
  const [after] = await tx.update(payees).set(columns).where(eq(payees.id, before.id)).returning();
  if (after === undefined) throw new Error('a locked payee vanished');
  return after;
}

function recordChange(
  tx: Tx,
  ctx: Context,
  change: { action: AuditAction; before: Payee; after: Payee; reason: string | null; depositsStop: boolean },
): Promise<void> {
  const { action, before, after, reason, depositsStop } = change;
  return recordAudit(tx, ctx, {
    action,
    subjectType: 'payee',
    subject: payeeSubject(before),
    before: payeeFacts(before),
    after: { ...payeeFacts(after), ...(depositsStop && { depositsStop }) },
    reason,
  });
}
