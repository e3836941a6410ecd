import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { inTransaction, rawQuery, type Queryable, type Tx } from '../../../db/client.ts';
import { proposals } from '../../../db/schema/proposals.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { paise, paiseText } from '../ground/values/money.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notifyAdmins.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { userName } from '../ground/actors/userName.ts';
import { mayDecide, thresholdKinds, type ThresholdKind } from './kinds.ts';
import { makerUid, proposalChanged, propose, refuseProposed, takeProposal, type Proposal } from './proposal.ts';
import { carryOutThreshold, lockThreshold, POLICY_SUBJECT, shown, type Threshold } from './thresholds.ts';

const amount = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => paise(BigInt(text)));

/** What a proposal of this kind says; amounts in paise. */
const policyForm = z.object({
  kind: z.enum(thresholdKinds as [ThresholdKind, ...ThresholdKind[]]),
  fromAmount: amount.nullable(),
  makerDayAmount: amount.nullable(),
  reason: z.string(),
});

/** The threshold that a proposal of kind policy proposes, and why. */
export function proposedThreshold({ payload }: Pick<Proposal, 'payload'>): Threshold & { reason: string } {
  return { ...policyForm.parse(payload), fixed: false };
}

/** How long other owners have to answer it. */
const POLICY_MS = 7 * 24 * 3_600_000;

/** Proposes a looser threshold to the other owners; every other admin is notified. */
export async function proposePolicy(tx: Tx, ctx: Context, after: Threshold, reason: string): Promise<DomainEvent[]> {
  const { kind, fromAmount, makerDayAmount } = after;
  const subjectId = BigInt(thresholdKinds.indexOf(kind) + 1);
  await refuseProposed(tx, ctx, 'policy', subjectId);
  const { events } = await propose(tx, ctx, {
    kind: 'policy',
    subjectId,
    subjectType: 'settings',
    subject: POLICY_SUBJECT,
    payload: {
      kind,
      fromAmount: paiseText(fromAmount),
      makerDayAmount: paiseText(makerDayAmount),
      reason,
    },
    facts: { kind, ...shown(after) },
    reason,
    notified: 'everyAdmin',
    expiresAt: new Date(ctx.now.getTime() + POLICY_MS),
  });
  return events;
}

/** Whether a user has been an active owner for 72 hours, which confirming such a proposal takes (is_settled_owner). */
export async function isSettledOwner(db: Queryable, userId: bigint): Promise<boolean> {
  const [row] = await rawQuery<{ settled: boolean }>(db, sql`select is_settled_owner(${userId}) as settled`);
  return row?.settled === true;
}

/**
 * Loosens the rule that a proposal is about, in the name of the acting owner. Refuses with OWN_PROPOSAL who has been an owner
 * for less than 72 hours, and as `takeProposal` does.
 */
export async function confirmPolicy(tx: Tx, ctx: Context, proposal: Proposal): Promise<DomainEvent[]> {
  const adminId = requireAdmin(ctx, mayDecide('policy'));
  const { reason, ...after } = proposedThreshold(proposal);
  const before = await lockThreshold(tx, after.kind);
  if (proposal.makerId !== adminId && !(await isSettledOwner(tx, adminId))) {
    throw new DomainError('OWN_PROPOSAL', 'This needs another owner who has been one for 72 hours.');
  }
  const { proposal: taken, events } = await takeProposal(tx, ctx, proposal.id);
  const done = await carryOutThreshold(tx, ctx, before, after, { reason, proposedBy: await makerUid(tx, taken) });
  return [...events, ...done];
}

const DAY_MS = 24 * 3_600_000;
/** Days after a proposal was made on which every admin is notified again. The database enforces the same (guard_told_policy). */
const FIRST_DAY = 1;
const LAST_DAY = 6;
/** The database compares with its own clock. */
const CLOCKS_DIFFER_MS = 30_000;

/**
 * Tells every admin of open proposals to loosen a rule, a day and six days after each was made, and lets those take effect
 * that no owner has answered in seven days: a periodic task, on any number of servers.
 */
export async function carryOnPolicies(ctx: Context): Promise<void> {
  authorize(ctx, 'policy:carryOn');
  const open = await ctx.db
    .select()
    .from(proposals)
    .where(and(eq(proposals.kind, 'policy'), eq(proposals.status, 'open')));
  for (const proposal of open) {
    const events = await inTransaction(ctx.db, (tx) => carryOn(tx, ctx, proposal));
    ctx.events.publish(...events);
  }
}

async function carryOn(tx: Tx, ctx: Context, { id, payload }: Proposal): Promise<DomainEvent[]> {
  const { reason, ...after } = proposedThreshold({ payload });
  const before = await lockThreshold(tx, after.kind);
  const [proposal] = await tx.select().from(proposals).where(eq(proposals.id, id)).for('update');
  if (proposal?.status !== 'open') return [];
  const { createdAt, firstToldAt, lastToldAt, expiresAt } = proposal;
  const isDue = (since: Date, days: number) => ctx.now.getTime() >= since.getTime() + days * DAY_MS + CLOCKS_DIFFER_MS;
  if (firstToldAt === null) return isDue(createdAt, FIRST_DAY) ? tell(tx, ctx, proposal, FIRST_DAY) : [];
  if (lastToldAt === null) return isDue(createdAt, LAST_DAY) ? tell(tx, ctx, proposal, LAST_DAY) : [];
  if (!isDue(expiresAt, 0) || !isDue(lastToldAt, 1)) return [];
  const [done] = await tx
    .update(proposals)
    .set({ status: 'unopposed', decidedAt: ctx.now })
    .where(eq(proposals.id, id))
    .returning();
  const proposedBy = await makerUid(tx, proposal);
  const events = await carryOutThreshold(tx, ctx, before, after, { reason, proposedBy });
  return done === undefined ? events : [proposalChanged(done), ...events];
}

async function tell(
  tx: Tx,
  ctx: Context,
  proposal: Proposal,
  day: typeof FIRST_DAY | typeof LAST_DAY,
): Promise<DomainEvent[]> {
  const { kind, fromAmount, makerDayAmount, reason } = proposedThreshold(proposal);
  const told = await notifyAdmins(tx, ctx, {
    kind: 'POLICY_OPEN',
    data: {
      proposal: kind,
      fromPaise: paiseText(fromAmount),
      makerDayPaise: paiseText(makerDayAmount),
      maker: await userName(tx, proposal.makerId),
      daysLeft: 7 - day,
      reason,
    },
    cause: `policy:${proposal.id}:${day}`,
    at: ctx.now,
  });
  await tx
    .update(proposals)
    .set(day === FIRST_DAY ? { firstToldAt: ctx.now } : { lastToldAt: ctx.now })
    .where(eq(proposals.id, proposal.id));
  return told.map(notificationAdded);
}
