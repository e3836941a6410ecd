import { eq } from 'drizzle-orm';
import { inTransaction, type Queryable } from '../../../db/client.ts';
import { alertThresholds } from '../../../db/schema/alerts.ts';
import type { AuditFacts } from '../audit/facts.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { formatRupees } from '../ground/values/money.ts';
import { alertKindNames, alertKinds, type AlertKind } from './cause.ts';
import type { Thresholds } from './findCauses.ts';

const MAX_VALUE = 100_000_000_000n;

export interface AlertThreshold {
  kind: AlertKind;
  /** Minutes (queueOverdue), paise (unusualWin), or a number (failedSignIns). */
  value: bigint;
}

/** From what value on each kind that has one opens. */
export async function readThresholds(db: Queryable): Promise<Thresholds> {
  const rows = await db.select().from(alertThresholds);
  const of = (kind: keyof Thresholds) =>
    rows.find((row) => row.kind === kind)?.value ?? alertKinds[kind].threshold ?? 1n;
  return { queueOverdue: of('queueOverdue'), unusualWin: of('unusualWin'), failedSignIns: of('failedSignIns') };
}

/** The same as a list, for every admin. */
export async function listAlertThresholds(ctx: Context): Promise<AlertThreshold[]> {
  authorize(ctx, 'settings:read');
  const values: Partial<Record<AlertKind, bigint>> = await readThresholds(ctx.db).then((all) => ({ ...all }));
  return alertKindNames.flatMap((kind) => {
    const value = values[kind];
    return value === undefined ? [] : [{ kind, value }];
  });
}

export const setAlertThresholdVerb = verb({
  name: 'setAlertThreshold',
  may: 'alert:setThresholds',
  countsAs: 'other',
  idempotent: false,
  audit: ['settings:alerts'],
  refusals: [],
});

/**
 * Sets from what value on a kind of alert opens, from the next evaluation on. Refuses with INVALID_INPUT a kind without
 * such a value, a value that is not positive or too large, and a reason below 10 characters.
 */
export async function setAlertThreshold(
  ctx: Context,
  input: AlertThreshold & { reason: string },
): Promise<AlertThreshold> {
  requireAdmin(ctx, setAlertThresholdVerb.may);
  const { kind, value } = input;
  const reason = requireReason(input.reason);
  const standard = alertKinds[kind].threshold;
  if (standard === undefined) throw invalidInput('kind', 'kind must be one that has a threshold');
  if (value < 1n || value > MAX_VALUE) throw invalidInput('value', 'value must be positive and not that large');
  await inTransaction(ctx.db, async (tx) => {
    const [before] = await tx.select().from(alertThresholds).where(eq(alertThresholds.kind, kind)).for('update');
    await tx
      .insert(alertThresholds)
      .values({ kind, value })
      .onConflictDoUpdate({ target: alertThresholds.kind, set: { value } });
    await recordAudit(tx, ctx, {
      action: setAlertThresholdVerb.audit[0],
      subjectType: 'settings',
      subject: 'alerts',
      before: thresholdFacts(kind, before?.value ?? standard),
      after: thresholdFacts(kind, value),
      reason,
    });
  });
  return { kind, value };
}

function thresholdFacts(kind: AlertKind, value: bigint): AuditFacts {
  return kind === 'unusualWin' ? { kind, amount: formatRupees(value) } : { kind, value };
}
