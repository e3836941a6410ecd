import { eq, sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { secondAdminThresholds } from '../../../db/schema/proposals.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import { requireReason } from '../audit/parseReason.ts';
import type { Context } from '../context.ts';
import { invalidInput } from '../errors.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notifyAdmins.ts';
import { formatRupees } from '../money.ts';
import { authorize, requireAdmin, rolesFor } from '../permissions.ts';
import { verb } from '../verb.ts';
import { hasAmount, mayDecide, proposalKinds, type ProposalKind } from './kinds.ts';

export interface Threshold {
  kind: ProposalKind;
  /** From this amount on a second admin is needed: 0 is always, null never. */
  fromAmount: Paise | null;
}

/** The thresholds of all kinds, for every admin. */
export async function secondAdminThresholdsOf(ctx: Context): Promise<Threshold[]> {
  authorize(ctx, 'settings:read');
  const rows = await ctx.db.select().from(secondAdminThresholds);
  return proposalKinds.map((kind) => ({ kind, fromAmount: rows.find((row) => row.kind === kind)?.fromAmount ?? null }));
}

/** Whether this needs a second admin. `amount` in paise; left out for kinds without one. */
export async function needsSecondAdmin(tx: Tx, kind: ProposalKind, amount = 0n): Promise<boolean> {
  const [row] = await tx.select().from(secondAdminThresholds).where(eq(secondAdminThresholds.kind, kind));
  return row?.fromAmount != null && amount >= row.fromAmount;
}

export const setSecondAdminThresholdVerb = verb({
  name: 'setSecondAdminThreshold',
  may: 'secondAdmin:setThresholds',
  countsAs: 'other',
  idempotent: false,
  audit: ['settings:secondAdmin'],
  refusals: [],
});

/**
 * Sets from which amount on a kind needs a second admin; null switches it off. Every other admin is notified. Applies to what is submitted from now on.
 * Refuses with INVALID_INPUT a reason below 10 characters, a negative amount, an amount for a kind without amounts, and to switch it on
 * while fewer than two active admins may decide the kind: nothing of it could be confirmed.
 */
export async function setSecondAdminThreshold(
  ctx: Context,
  input: { kind: ProposalKind; fromAmount: Paise | null; reason: string },
): Promise<Threshold> {
  requireAdmin(ctx, setSecondAdminThresholdVerb.may);
  const { kind, fromAmount } = input;
  const reason = requireReason(input.reason);
  if (fromAmount !== null && fromAmount !== 0n && !hasAmount(kind)) {
    throw invalidInput('fromAmount', 'fromAmount is 0 (on) or null (off) for this kind');
  }
  if (fromAmount !== null && fromAmount < 0n) throw invalidInput('fromAmount', 'fromAmount must not be negative');
  const notices = await inTransaction(ctx.db, async (tx) => {
    const [before] = await tx
      .select()
      .from(secondAdminThresholds)
      .where(eq(secondAdminThresholds.kind, kind))
      .for('update');
    if (fromAmount !== null && (await countDeciders(tx, kind)) < 2) {
      throw invalidInput('kind', 'kind needs two active admins who may decide it');
    }
    await tx.update(secondAdminThresholds).set({ fromAmount }).where(eq(secondAdminThresholds.kind, kind));
    await recordAudit(tx, ctx, {
      action: setSecondAdminThresholdVerb.audit[0],
      subjectType: 'settings',
      subject: 'secondAdmin',
      before: { kind, secondAdmin: shown(before?.fromAmount ?? null) },
      after: { kind, secondAdmin: shown(fromAmount) },
      reason,
    });
    return notifyAdmins(tx, ctx, {
      kind: 'SECOND_ADMIN_CHANGED',
      data: { proposal: kind, fromPaise: fromAmount === null ? null : String(fromAmount), reason },
      cause: `secondAdmin:${kind}:${ctx.now.getTime()}`,
      at: ctx.now,
    });
  });
  ctx.events.publish(...notices.map(notificationAdded));
  return { kind, fromAmount };
}

async function countDeciders(tx: Tx, kind: ProposalKind): Promise<number> {
  const roles = sql.join(
    rolesFor(mayDecide(kind)).map((role) => sql`${role}::admin_role`),
    sql`, `,
  );
  return tx.$count(
    users,
    sql`${users.userType} = 'admin' and ${users.status} = 'active' and ${users.roles} && array[${roles}]`,
  );
}

/** As the audit log shows it. */
function shown(fromAmount: Paise | null): string {
  return fromAmount === null ? 'never' : `from ${formatRupees(fromAmount)}`;
}
