import { sql } from 'drizzle-orm';
import { inTransaction, rawQuery, type Tx } from '../../../db/client.ts';
import { mailOwners } from '../accounts/mails/mailOwners.ts';
import { alertMail } from '../accounts/mails/mailTexts.ts';
import { claimPeriod } from '../ground/database/claimPeriod.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DiskSpace } from '../ground/database/diskSpace.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { alertKinds, type AlertKind, type Cause } from './cause.ts';
import { alertText } from './alertText.ts';
import { readThresholds } from './alertThresholds.ts';
import { findCauses } from './findCauses.ts';
import { newlyOverridden } from './overriddenRounds.ts';
import { silentOutside } from './silentOutside.ts';

/** How often all servers together evaluate them. */
export const EVALUATE_EVERY_MS = 60_000;

/**
 * Opens an alert for each new cause and ends those whose cause has ended, at `ctx.now`, once a minute on one of all
 * servers. Of what must be known the owners get one mail, in the same transaction, where mails are sent. Resolves to
 * whether this call did so.
 */
export async function evaluateAlerts(ctx: Context): Promise<boolean> {
  authorize(ctx, 'alert:evaluate');
  if (!(await claimPeriod(ctx.db, 'alerts', ctx.now, EVALUATE_EVERY_MS))) return false;
  const found = await findCauses(ctx.db, ctx.now, await readThresholds(ctx.db));
  const causes = [...found, ...(await silentOutside(ctx)), ...acceptedHoles(ctx), ...shortSpace(ctx.space)];
  const written = await inTransaction(ctx.db, async (tx) => {
    const opened = await openAlerts(tx, ctx, causes);
    return { ...opened, isChanged: (await endOthers(tx, ctx.now, causes)) > 0 || opened.isChanged };
  });
  publish(ctx, written);
  return true;
}

/**
 * Alerts every admin to rounds whose result an operator has set and which have just closed, without waiting for the next
 * evaluation. Any number of servers may call it: each alert opens once.
 */
export async function alertToOverrides(ctx: Context): Promise<void> {
  authorize(ctx, 'alert:evaluate');
  const written = await inTransaction(ctx.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('overridden_rounds', 0))`);
    return openAlerts(tx, ctx, await newlyOverridden(tx, ctx.now));
  });
  publish(ctx, written);
}

interface Written {
  isChanged: boolean;
  isMailed: boolean;
}

function publish(ctx: Context, { isChanged, isMailed }: Written): void {
  if (isChanged) ctx.events.publish({ type: 'alertsChanged' });
  if (isMailed) ctx.events.publish({ type: 'mailQueued' });
}

/** Opens alerts for causes that had none, and queues the owners' mail about what must be known, where mails are sent. */
async function openAlerts(tx: Tx, ctx: Context, causes: readonly Cause[]): Promise<Written> {
  const opened = await storeCauses(tx, ctx.now, causes);
  const pressing = opened.filter(({ kind }) => alertKinds[kind].mustKnow);
  const isMailed = ctx.mail !== undefined && pressing.length > 0;
  if (isMailed) {
    const texts = pressing.map((cause) => alertText(cause, ctx.config.publicUrl));
    await mailOwners(tx, ctx, 'alert', (owner) => alertMail(ctx.config, owner, texts));
  }
  return { isChanged: opened.length > 0, isMailed };
}

/** Programs with known holes on which this server runs real money: open until it runs on patched ones. */
function acceptedHoles({ config }: Context): Cause[] {
  const programs = config.acceptedHoles.join(', ');
  return programs === '' ? [] : [{ kind: 'knownHoles', subject: '', facts: { programs } }];
}

/** The server that measures the disk is the only one of its database, so it evaluates the alerts too. */
function shortSpace({ isShort, freeBytes }: DiskSpace): Cause[] {
  if (!isShort) return [];
  return [{ kind: 'diskShort', subject: '', facts: { freeMegabytes: Math.floor((freeBytes ?? 0) / 1e6) } }];
}

/** Writes what is the case; returns the causes that had no open alert. */
async function storeCauses(tx: Tx, now: Date, causes: readonly Cause[]): Promise<Cause[]> {
  if (causes.length === 0) return [];
  const rows = await rawQuery<{ kind: AlertKind; subject: string; is_new: boolean }>(
    tx,
    sql`
      insert into alerts (kind, subject, data, opened_at)
      select kind, subject, facts, ${now.toISOString()}
        from jsonb_to_recordset(${JSON.stringify(causes)}::jsonb) as found (kind alert_kind, subject text, facts jsonb)
      on conflict (kind, subject) where ended_at is null do update set data = excluded.data
      returning kind, subject, opened_at = ${now.toISOString()} as is_new`,
  );
  const added = new Set(rows.filter(({ is_new }) => is_new).map(({ kind, subject }) => `${kind} ${subject}`));
  return causes.filter(({ kind, subject }) => added.has(`${kind} ${subject}`));
}

/** Ends open alerts without a cause; returns how many. */
async function endOthers(tx: Tx, now: Date, causes: readonly Cause[]): Promise<number> {
  const open = causes.map(({ kind, subject }) => `${kind} ${subject}`);
  const ended = await rawQuery(
    tx,
    sql`update alerts set ended_at = greatest(opened_at, ${now.toISOString()})
         where ended_at is null and (kind::text || ' ' || subject) not in (
           select value from jsonb_array_elements_text(${JSON.stringify(open)}::jsonb) as open (value))
        returning id`,
  );
  return ended.length;
}
