import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { payees } from '../../../db/schema/settings.ts';
import type { AuditAction } from '../ground/verbs/auditActions.ts';
import { overRest, type GivenReason, requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import type { PayeeChange as AnyChange } from '../notifications/kinds.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { refuseProposed } from '../proposals/proposal.ts';
import { needsSecondAdmin } from '../proposals/thresholds.ts';
import { verb } from '../ground/verbs/verb.ts';
import { payeeNotices } from './payeeNotices.ts';
import { proposePayee } from './payeeProposals.ts';
import { lockActivePayees, lockPayee, payeeFacts, payeeSubject, type Payee } from './payees.ts';

/** What is done to an account that is in the list. */
type PayeeChange = Exclude<AnyChange, 'ADDED'>;

/** `proposed`: it waits for a second admin, and the payee is unchanged. */
export interface ChangedPayee {
  payee: Payee;
  proposed: boolean;
}

const actions: Readonly<Record<PayeeChange, AuditAction>> = {
  ACTIVATED: 'payee:activate',
  DEACTIVATED: 'payee:deactivate',
  REMOVED: 'payee:remove',
  SHOWN: 'payee:show',
};

const isOn: Readonly<Record<PayeeChange, boolean>> = {
  ACTIVATED: true,
  SHOWN: true,
  DEACTIVATED: false,
  REMOVED: false,
};

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
  audit: ['payee:activate', 'payee:deactivate', 'proposal:make'],
  refusals: ['NOT_FOUND', 'ALREADY_PROPOSED'],
});

/**
 * Activates or deactivates a payee; does nothing when it already is. An activated one is what players are shown. The
 * other admins are notified. Where activating needs a second admin, it is proposed instead; deactivating ends a proposal.
 * Refuses with ALREADY_PROPOSED one that waits for a second admin, with NOT_FOUND, and with INVALID_INPUT a reason of less than 10 characters and the
 * channel's last active payee without `depositsStop` (server/domain/settings/README.md#payment-accounts).
 */
export async function setPayeeActive(
  ctx: Context,
  { active, ...input }: Removal & { active: boolean },
): Promise<ChangedPayee> {
  requireAdmin(ctx, setPayeeActiveVerb.may);
  return change(ctx, input, (before) => {
    if (before.active === active) return null;
    return active ? 'ACTIVATED' : 'DEACTIVATED';
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
export async function removePayee(ctx: Context, input: Removal): Promise<ChangedPayee> {
  requireAdmin(ctx, removePayeeVerb.may);
  return change(ctx, input, () => 'REMOVED');
}

export const showPayeeVerb = verb({
  name: 'showPayee',
  may: 'payee:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payee:show', 'proposal:make'],
  refusals: ['NOT_FOUND', 'ALREADY_PROPOSED'],
});

/**
 * Makes an active payee the one that players are shown, until another one is added, activated or chosen. Notifies the
 * other admins. Where that needs a second admin, it is proposed instead. Refuses with NOT_FOUND, with ALREADY_PROPOSED one
 * that waits for a second admin, with INVALID_INPUT a deactivated one and a reason of less than 10 characters.
 */
export async function showPayee(ctx: Context, input: { payeeId: bigint; reason: GivenReason }): Promise<ChangedPayee> {
  requireAdmin(ctx, showPayeeVerb.may);
  return change(ctx, input, (before, [shown]) => {
    if (!before.active) throw invalidInput('payeeId', 'A deactivated account can’t be shown. Activate it first.');
    return shown?.id === before.id ? null : 'SHOWN';
  });
}

async function change(
  ctx: Context,
  input: Removal,
  choose: (before: Payee, active: readonly Payee[]) => PayeeChange | null,
): Promise<ChangedPayee> {
  const reason = requireReason(input.reason);
  const { payee, proposed, events } = await inTransaction(ctx.db, async (tx) => {
    const before = await lockPayee(tx, input.payeeId);
    const active = await lockActivePayees(tx, before.channel);
    const chosen = choose(before, active);
    if (chosen === null) return { payee: before, proposed: false, events: [] };
    if (chosen === 'ACTIVATED' || chosen === 'SHOWN') {
      await refuseProposed(tx, ctx, 'payee', before.id);
      if (await needsSecondAdmin(tx, 'payee')) {
        const proposal = { subjectId: before.id, change: chosen, reason };
        return { payee: before, proposed: true, events: await proposePayee(tx, ctx, before, proposal) };
      }
    }
    const depositsStop = !isOn[chosen] && before.active && active.length === 1;
    if (depositsStop) refuseUnconfirmed(before, input);
    return { ...(await carryOutChange(tx, ctx, before, { change: chosen, reason, depositsStop })), proposed: false };
  });
  ctx.events.publish(...events);
  return { payee, proposed };
}

/**
 * Changes a locked payee in the name of the acting admin. `proposedBy` is the UID of the admin who proposed it, where it
 * needed two. Returns the events to publish after the commit.
 */
export async function carryOutChange(
  tx: Tx,
  ctx: Context,
  before: Payee,
  { change: made, ...more }: { change: PayeeChange; reason: string; depositsStop: boolean; proposedBy?: string },
): Promise<{ payee: Payee; events: DomainEvent[] }> {
  const payee = await updatePayee(tx, before, columnsOf(made, before, ctx.now));
  const events = await payeeNotices(tx, ctx, payee, { change: made, ...more });
  await recordChange(tx, ctx, { action: actions[made], before, after: payee, ...more });
  return { payee, events };
}

function columnsOf(made: PayeeChange, before: Payee, now: Date): Partial<Payee> {
  if (made === 'ACTIVATED') return { active: true, activatedAt: now, deactivatedAt: null };
  if (made === 'SHOWN') return { activatedAt: now };
  if (made === 'DEACTIVATED') return { active: false, deactivatedAt: now };
  return { active: false, deactivatedAt: before.deactivatedAt ?? now, removedAt: now };
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

/** Deactivates or removes a locked payee, for the server itself, which gives no reason. */
export async function changeBySystem(
  tx: Tx,
  ctx: Context,
  before: Payee,
  made: Extract<PayeeChange, 'DEACTIVATED' | 'REMOVED'>,
): Promise<void> {
  const after = await updatePayee(tx, before, columnsOf(made, before, ctx.now));
  await recordChange(tx, ctx, { action: actions[made], before, after, reason: null, depositsStop: false });
}

async function updatePayee(tx: Tx, before: Payee, columns: Partial<Payee>): Promise<Payee> {
  const [after] = await tx.update(payees).set(columns).where(eq(payees.id, before.id)).returning();
  if (after === undefined) throw new Error('a locked payee vanished');
  return after;
}

function recordChange(
  tx: Tx,
  ctx: Context,
  change: {
    action: AuditAction;
    before: Payee;
    after: Payee;
    reason: string | null;
    depositsStop: boolean;
    proposedBy?: string;
  },
): Promise<void> {
  const { action, before, after, reason, depositsStop, proposedBy } = change;
  return recordAudit(tx, ctx, {
    action,
    subjectType: 'payee',
    subject: payeeSubject(before),
    before: payeeFacts(before),
    after: { ...payeeFacts(after), ...(depositsStop && { depositsStop }), ...(proposedBy && { proposedBy }) },
    reason,
  });
}
