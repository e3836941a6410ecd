import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { announcements } from '../../../db/schema/settings.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { allows, authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { parseNotice, parseOptionalNotice } from './noticeText.ts';

export type Announcement = typeof announcements.$inferSelect;

/** Announcements that players see now, newest first, for everybody. */
export function currentAnnouncements(ctx: Context): Promise<Announcement[]> {
  authorize(ctx, 'notice:read');
  return ctx.db
    .select()
    .from(announcements)
    .where(and(lte(announcements.startsAt, ctx.now), gt(announcements.endsAt, ctx.now)))
    .orderBy(desc(announcements.id));
}

/** Announcements that have not ended, newest first, for admins. */
export function listAnnouncements(ctx: Context): Promise<Announcement[]> {
  authorize(ctx, 'settings:read');
  return ctx.db.select().from(announcements).where(gt(announcements.endsAt, ctx.now)).orderBy(desc(announcements.id));
}

/** Announcements in the order of `ids`: those of now, and for admins those to come; null for the rest. */
export async function announcementsById(ctx: Context, ids: readonly bigint[]): Promise<(Announcement | null)[]> {
  authorize(ctx, 'notice:read');
  const begun = allows(ctx.actor, 'settings:read') ? undefined : lte(announcements.startsAt, ctx.now);
  const rows = await ctx.db
    .select()
    .from(announcements)
    .where(and(inArray(announcements.id, [...ids]), gt(announcements.endsAt, ctx.now), begun));
  return inOrderOf(ids, rows);
}

/** The next instant at which an announcement begins or ends; null: none. */
export async function nextNoticeChange(ctx: Context): Promise<Date | null> {
  authorize(ctx, 'notice:read');
  const next = sql<Date | null>`min(least(
    case when ${announcements.startsAt} > ${ctx.now.toISOString()} then ${announcements.startsAt} end, ${announcements.endsAt}))`;
  const [row] = await ctx.db
    .select({ next: next.mapWith(announcements.endsAt) })
    .from(announcements)
    .where(gt(announcements.endsAt, ctx.now));
  return row?.next ?? null;
}

export const announceVerb = verb({
  name: 'announce',
  may: 'announcement:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['announcement:add'],
  refusals: [],
});

/**
 * Shows players a text from `startsAt` (now where it is left out) to `endsAt`. Refuses with INVALID_INPUT a text of less
 * than 3 or more than 300 characters, and an end that is past or not after the start.
 */
export async function announce(
  ctx: Context,
  input: { text: string; textHi?: string | null | undefined; startsAt?: Date | null | undefined; endsAt: Date },
): Promise<Announcement> {
  const adminId = requireAdmin(ctx, announceVerb.may);
  const text = parseNotice('text', input.text);
  const textHi = parseOptionalNotice('textHi', input.textHi);
  const { endsAt } = input;
  const startsAt = input.startsAt ?? ctx.now;
  if (endsAt <= startsAt || endsAt <= ctx.now)
    throw invalidInput('endsAt', 'endsAt must be after now and after startsAt');
  const added = await inTransaction(ctx.db, async (tx) => {
    const [row] = await tx
      .insert(announcements)
      .values({ text, textHi, startsAt, endsAt, createdAt: ctx.now, createdBy: adminId })
      .returning();
    if (row === undefined) throw new Error('a new announcement was not returned');
    await recordAudit(tx, ctx, {
      action: announceVerb.audit[0],
      subjectType: 'announcement',
      subject: String(row.id),
      after: { text, textHi, startsAt, endsAt },
    });
    return row;
  });
  ctx.events.publish({ type: 'noticesChanged' });
  return added;
}

export const endAnnouncementVerb = verb({
  name: 'endAnnouncement',
  may: 'announcement:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['announcement:end'],
  refusals: ['NOT_FOUND'],
});

/** Ends an announcement now, or before its start. Refuses with NOT_FOUND one that is unknown or over. */
export async function endAnnouncement(ctx: Context, { announcementId }: { announcementId: bigint }): Promise<void> {
  requireAdmin(ctx, endAnnouncementVerb.may);
  await inTransaction(ctx.db, async (tx) => {
    const [before] = await tx.select().from(announcements).where(eq(announcements.id, announcementId)).for('update');
    if (before === undefined || before.endsAt <= ctx.now) {
      throw new DomainError('NOT_FOUND', 'There is no such announcement.', { field: 'announcementId' });
    }
    // It may not have begun.
    const startsAt = before.startsAt < ctx.now ? before.startsAt : new Date(ctx.now.getTime() - 1);
    await tx.update(announcements).set({ startsAt, endsAt: ctx.now }).where(eq(announcements.id, announcementId));
    await recordAudit(tx, ctx, {
      action: endAnnouncementVerb.audit[0],
      subjectType: 'announcement',
      subject: String(announcementId),
      before: { text: before.text, endsAt: before.endsAt },
      after: { endsAt: ctx.now },
    });
  });
  ctx.events.publish({ type: 'noticesChanged' });
}
