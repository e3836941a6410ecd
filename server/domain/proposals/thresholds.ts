import { eq, sql, type SQL } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { secondAdminThresholds } from '../../../db/schema/proposals.ts';
import type { AuditFacts } from '../audit/facts.ts';
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
  /** From this sum of a day on one admin needs a second one, over all players; null never. */
  makerDayAmount: Paise | null;
}

/** The thresholds of all kinds, for every admin. */
export async function secondAdminThresholdsOf(ctx: Context): Promise<Threshold[]> {
  authorize(ctx, 'settings:read');
  const rows = await ctx.db.select().from(secondAdminThresholds);
  return proposalKinds.map((kind) => {
    const row = rows.find((one) => one.kind === kind);
    return { kind, fromAmount: row?.fromAmount ?? null, makerDayAmount: row?.makerDayAmount ?? null };
  });
}

/** Whether this kind, which has no amount, needs a second admin. */
export async function needsSecondAdmin(tx: Tx, kind: ProposalKind): Promise<boolean> {
  const [row] = await tx.select().from(secondAdminThresholds).where(eq(secondAdminThresholds.kind, kind));
  return row?.fromAmount != null;
}

/**
 * Whether this admin may not approve a deposit or withdrawal alone, with what single admins have approved in the last 24
 * hours (approval_needs_second_admin). The caller has locked the transaction.
 */
export function approvalNeedsSecondAdmin(tx: Tx, transactionId: bigint, adminId: bigint): Promise<boolean> {
  return answerOf(tx, sql`approval_needs_second_admin(${transactionId}, ${adminId})`);
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

export const setSecondAdminThresholdVerb = verb({
  name: 'setSecondAdminThreshold',
  may: 'secondAdmin:setThresholds',
  countsAs: 'other',
  idempotent: false,
  audit: ['settings:secondAdmin'],
  refusals: [],
});

/**
 * Sets from which amount on a kind needs a second admin, and from which sum of a day on each admin does; null switches
 * either off. `makerDayAmount` left out stays. Every other admin is notified. Applies to what is submitted from now on. Refuses
 * with INVALID_INPUT a reason below 10 characters, a negative amount, an amount for a kind without amounts, and to switch it on
 * while fewer than two active admins may decide the kind: nothing of it could be confirmed.
 */
export async function setSecondAdminThreshold(
  ctx: Context,
  input: {
    kind: ProposalKind;
    fromAmount: Paise | null;
    makerDayAmount?: Paise | null | undefined;
    reason: string;
  },
): Promise<Threshold> {
  requireAdmin(ctx, setSecondAdminThresholdVerb.may);
  const { kind, fromAmount } = input;
  const reason = requireReason(input.reason);
  if (fromAmount !== null && fromAmount !== 0n && !hasAmount(kind)) {
    throw invalidInput('fromAmount', 'fromAmount is 0 (on) or null (off) for this kind');
  }
  if (fromAmount !== null && fromAmount < 0n) throw invalidInput('fromAmount', 'fromAmount must not be negative');
  if (input.makerDayAmount != null && !hasAmount(kind)) {
    throw invalidInput('makerDayAmount', 'makerDayAmount belongs to kinds with an amount');
  }
  if (input.makerDayAmount != null && input.makerDayAmount <= 0n) {
    throw invalidInput('makerDayAmount', 'makerDayAmount must be above zero');
  }
  const { makerDayAmount, notices } = await inTransaction(ctx.db, async (tx) => {
    const [before] = await tx
      .select()
      .from(secondAdminThresholds)
      .where(eq(secondAdminThresholds.kind, kind))
      .for('update');
    const makerDay = input.makerDayAmount === undefined ? (before?.makerDayAmount ?? null) : input.makerDayAmount;
    if ((fromAmount !== null || makerDay !== null) && (await countDeciders(tx, kind)) < 2) {
      throw invalidInput('kind', 'kind needs two active admins who may decide it');
    }
    await tx
      .update(secondAdminThresholds)
      .set({ fromAmount, makerDayAmount: makerDay })
      .where(eq(secondAdminThresholds.kind, kind));
    await recordAudit(tx, ctx, {
      action: setSecondAdminThresholdVerb.audit[0],
      subjectType: 'settings',
      subject: 'secondAdmin',
      before: { kind, ...shown(before?.fromAmount ?? null, before?.makerDayAmount ?? null) },
      after: { kind, ...shown(fromAmount, makerDay) },
      reason,
    });
    const told = await notifyAdmins(tx, ctx, {
      kind: 'SECOND_ADMIN_CHANGED',
      data: {
        proposal: kind,
        fromPaise: fromAmount === null ? null : String(fromAmount),
        makerDayPaise: makerDay === null ? null : String(makerDay),
        reason,
      },
      cause: `secondAdmin:${kind}:${ctx.now.getTime()}`,
      at: ctx.now,
    });
    return { makerDayAmount: makerDay, notices: told };
  });
  ctx.events.publish(...notices.map(notificationAdded));
  return { kind, fromAmount, makerDayAmount };
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

/** As the audit log shows them; a sum of a day only where one is set. */
function shown(fromAmount: Paise | null, makerDayAmount: Paise | null): AuditFacts {
  return {
    secondAdmin: fromAmount === null ? 'never' : `from ${formatRupees(fromAmount)}`,
    ...(makerDayAmount !== null && { secondAdminPerDay: `from ${formatRupees(makerDayAmount)}` }),
  };
}
