import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import { alerts } from '../../../db/schema/alerts.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { allows, authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { alertKindNames, alertKinds, type AlertKind } from './cause.ts';

export type Alert = typeof alerts.$inferSelect;

/** Most ended ones that one answer holds. */
const MAX_ENDED = 50;

/** The kinds that the actor's roles let them read. */
function readable(ctx: Pick<Context, 'actor'>): AlertKind[] {
  return alertKindNames.filter((kind) => allows(ctx.actor, alertKinds[kind].may));
}

/** Open alerts that the admin may read, newest first, or the latest 50 that have ended. */
export async function listAlerts(ctx: Context, { ended }: { ended: boolean }): Promise<Alert[]> {
  authorize(ctx, 'alert:read');
  const rows = ctx.db
    .select()
    .from(alerts)
    .where(and(inArray(alerts.kind, readable(ctx)), ended ? isNotNull(alerts.endedAt) : isNull(alerts.endedAt)));
  return ended ? rows.orderBy(desc(alerts.endedAt)).limit(MAX_ENDED) : rows.orderBy(desc(alerts.id));
}

/** Number of open alerts that are not acknowledged, of the kinds that the admin may read. */
export function newAlertCount(ctx: Context): Promise<number> {
  authorize(ctx, 'alert:read');
  return ctx.db.$count(
    alerts,
    and(inArray(alerts.kind, readable(ctx)), isNull(alerts.endedAt), isNull(alerts.acknowledgedAt)),
  );
}

/** Alerts in the order of `ids`; null where there is none that the admin may read. */
export async function alertsById(ctx: Context, ids: readonly bigint[]): Promise<(Alert | null)[]> {
  authorize(ctx, 'alert:read');
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(alerts)
    .where(and(inArray(alerts.id, [...ids]), inArray(alerts.kind, readable(ctx))));
  return inOrderOf(ids, rows);
}

/** A result that operators have set is looked at by another admin; guard_alert_acknowledgement is the same rule. */
async function refuseOwnResult(tx: Tx, { kind, subject }: Alert, adminId: bigint): Promise<void> {
  if (kind !== 'overriddenRound') return;
  const [round] = await tx
    .select({ setBy: contests.overriddenBy, proposedBy: contests.overrideProposedBy })
    .from(contests)
    .where(eq(contests.gameId, subject));
  if (round?.setBy !== adminId && round?.proposedBy !== adminId) return;
  throw new DomainError('OWN_PROPOSAL', 'You have set this result yourself: another admin has to look at it.');
}

export const acknowledgeAlertVerb = verb({
  name: 'acknowledgeAlert',
  may: 'alert:acknowledge',
  countsAs: 'other',
  idempotent: false,
  audit: ['alert:acknowledge'],
  refusals: ['NOT_FOUND', 'OWN_PROPOSAL'],
});

/**
 * Notes that the admin has an alert in hand. The first one is kept; acknowledging it again changes nothing. Refuses with
 * NOT_FOUND an alert of a kind that the admin may not read, with OWN_PROPOSAL one about a result that the admin has set or proposed.
 */
export async function acknowledgeAlert(ctx: Context, { alertId }: { alertId: bigint }): Promise<Alert> {
  const acknowledgedBy = requireAdmin(ctx, acknowledgeAlertVerb.may);
  const { alert, isNew } = await inTransaction(ctx.db, async (tx) => {
    const [before] = await tx
      .select()
      .from(alerts)
      .where(and(eq(alerts.id, alertId), inArray(alerts.kind, readable(ctx))))
      .for('update');
    if (before === undefined) throw new DomainError('NOT_FOUND', 'There is no such alert.', { field: 'alertId' });
    if (before.acknowledgedAt !== null) return { alert: before, isNew: false };
    await refuseOwnResult(tx, before, acknowledgedBy);
    const [after] = await tx
      .update(alerts)
      .set({ acknowledgedBy, acknowledgedAt: ctx.now })
      .where(eq(alerts.id, alertId))
      .returning();
    if (after === undefined) throw new Error('an acknowledged alert was not returned');
    const { kind } = after;
    await recordAudit(tx, ctx, {
      action: 'alert:acknowledge',
      subjectType: 'alert',
      subject: String(alertId),
      after: { kind },
    });
    return { alert: after, isNew: true };
  });
  if (isNew) ctx.events.publish({ type: 'alertsChanged' });
  return alert;
}
