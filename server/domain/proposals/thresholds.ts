import { eq, sql, type SQL } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import type { Tx } from '../../../db/client.ts';
import { secondAdminThresholds } from '../../../db/schema/proposals.ts';
import type { AuditFacts } from '../audit/facts.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notifyAdmins.ts';
import { formatRupees, NO_PAISE, paiseText } from '../ground/values/money.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { thresholdKinds, type ThresholdKind } from './kinds.ts';

export interface Threshold {
  kind: ThresholdKind;
  /** From this amount on a second admin is needed: 0 is always, null never. */
  fromAmount: Paise | null;
  /** From this sum of a day on one admin needs a second one, over all players; null never. */
  makerDayAmount: Paise | null;
  /** Always, as no setting: of a set result, with real money. */
  fixed: boolean;
}

/** Whether a kind always needs a second admin and has no setting: a set result, with real money. */
export function isFixed({ config }: Context, kind: ThresholdKind): boolean {
  return kind === 'override' && config.moneyMode === 'real';
}

/** The thresholds of all kinds, for every admin. */
export async function secondAdminThresholdsOf(ctx: Context): Promise<Threshold[]> {
  authorize(ctx, 'settings:read');
  const rows = await ctx.db.select().from(secondAdminThresholds);
  return thresholdKinds.map((kind) => {
    const row = rows.find((one) => one.kind === kind);
    const fixed = isFixed(ctx, kind);
    const fromAmount = fixed ? NO_PAISE : (row?.fromAmount ?? null);
    return { kind, fromAmount, makerDayAmount: row?.makerDayAmount ?? null, fixed };
  });
}

/** Whether this kind, which has no amount, needs a second admin: a set result always, with real money. */
export async function needsSecondAdmin(tx: Tx, kind: ThresholdKind): Promise<boolean> {
  if (kind === 'override' && (await answerOf(tx, sql`is_real_money()`))) return true;
  const [row] = await tx.select().from(secondAdminThresholds).where(eq(secondAdminThresholds.kind, kind));
  return row?.fromAmount != null;
}

/**
 * Whether this admin may not approve a deposit or withdrawal alone, with what single admins have approved in the last 24
 * hours (approval_needs_second_admin). `amount` in paise: what is credited or paid out. The caller has locked the transaction.
 */
export function approvalNeedsSecondAdmin(
  tx: Tx,
  { transactionId, adminId, amount }: { transactionId: bigint; adminId: bigint; amount: Paise },
): Promise<boolean> {
  return answerOf(tx, sql`approval_needs_second_admin(${transactionId}, ${adminId}, ${amount}::bigint)`);
}

/** The same of a correction of a player's balance. `amount` in paise, above zero whether it is added or taken. */
export function correctionNeedsSecondAdmin(
  tx: Tx,
  { playerId, adminId, amount }: { playerId: bigint; adminId: bigint; amount: Paise },
): Promise<boolean> {
  return answerOf(tx, sql`needs_second_admin('correction', ${adminId}, ${amount}, ${playerId}, null)`);
}

async function answerOf(tx: Tx, call: SQL): Promise<boolean> {
  const { rows } = await tx.execute<{ needed: boolean }>(sql`select ${call} as needed`);
  const [row] = rows;
  if (row === undefined) throw new Error('whether a second admin is needed was not answered');
  return row.needed;
}

/** Reads and locks a threshold. */
export async function lockThreshold(tx: Tx, kind: ThresholdKind): Promise<Threshold> {
  const [row] = await tx.select().from(secondAdminThresholds).where(eq(secondAdminThresholds.kind, kind)).for('update');
  return { kind, fromAmount: row?.fromAmount ?? null, makerDayAmount: row?.makerDayAmount ?? null, fixed: false };
}

/** How the audit log names the thresholds. */
export const POLICY_SUBJECT = 'secondAdmin';

/**
 * Writes a threshold and notifies every other admin. `proposedBy` is the UID of the owner who proposed it, where it needed
 * another. Returns the events to publish after the commit.
 */
export async function carryOutThreshold(
  tx: Tx,
  ctx: Context,
  before: Threshold,
  { kind, fromAmount, makerDayAmount }: Threshold,
  { reason, proposedBy }: { reason: string; proposedBy?: string },
): Promise<DomainEvent[]> {
  await tx
    .update(secondAdminThresholds)
    .set({ fromAmount, makerDayAmount })
    .where(eq(secondAdminThresholds.kind, kind));
  await recordAudit(tx, ctx, {
    action: 'settings:secondAdmin',
    subjectType: 'settings',
    subject: POLICY_SUBJECT,
    before: { kind, ...shown(before) },
    after: { kind, ...shown({ fromAmount, makerDayAmount }), ...(proposedBy && { proposedBy }) },
    reason,
  });
  const told = await notifyAdmins(tx, ctx, {
    kind: 'SECOND_ADMIN_CHANGED',
    data: {
      proposal: kind,
      fromPaise: paiseText(fromAmount),
      makerDayPaise: paiseText(makerDayAmount),
      reason,
    },
    cause: `secondAdmin:${kind}:${ctx.now.getTime()}`,
    at: ctx.now,
  });
  return told.map(notificationAdded);
}

/** As the audit log shows them; a sum of a day only where one is set. */
export function shown({ fromAmount, makerDayAmount }: Pick<Threshold, 'fromAmount' | 'makerDayAmount'>): AuditFacts {
  return {
    secondAdmin: fromAmount === null ? 'never' : `from ${formatRupees(fromAmount)}`,
    ...(makerDayAmount !== null && { secondAdminPerDay: `from ${formatRupees(makerDayAmount)}` }),
  };
}
