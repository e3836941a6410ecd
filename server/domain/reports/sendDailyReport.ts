import { arrayOverlaps, and, eq, lt, sql } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { dailyReportChoices, dailyReports } from '../../../db/schema/dailyReports.ts';
import { reports } from '../../../db/schema/settings.ts';
import { dailyReportMail } from '../accounts/mails/mailTexts.ts';
import { queueMail } from '../accounts/mails/mails.ts';
import { dayOf, startOf } from '../ground/values/calendar.ts';
import { claimPeriod } from '../ground/database/claimPeriod.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize, rolesFor } from '../ground/actors/permissions.ts';
import { displayDay } from '../notifications/display.ts';
import { dailyFigures } from './dailyFigures.ts';
import { reportSections, reportText } from './reportText.ts';

const REPORT = 'daily_report';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After the nightly audit of 03:00, in Indian time. */
const SENT_AT_MS = 7 * HOUR_MS;

/** The latest 07:00 in India at or before an instant. Milliseconds. */
function lastMorning(now: number): number {
  return startOf('day', now - SENT_AT_MS) + SENT_AT_MS;
}

/** The next 07:00 in India after an instant. Milliseconds. */
export function nextMorning(now: number): number {
  return lastMorning(now) + DAY_MS;
}

/**
 * Keeps yesterday's report and, where mails are sent, queues it to those who get it, once a day: of all servers the first one
 * after 07:00 in India, also when all were stopped then. The claim, the report and the mails are one transaction, so a server that
 * crashes between leaves it to the next. There is none of the day before the installation. Resolves to how many were mailed.
 */
export async function sendDailyReport(ctx: Context): Promise<number> {
  authorize(ctx, 'report:send');
  const morning = lastMorning(ctx.now.getTime());
  if (startOf('day', ctx.now.getTime()) > morning) return 0;
  if (await wasSentSince(ctx, morning)) return 0;
  if (!(await existedBefore(ctx, startOf('day', morning)))) return 0;
  // Before the transaction: a job's pool has one connection.
  const figures = await dailyFigures(ctx);
  const sections = reportSections(figures);
  const paragraphs = reportText(figures.from, sections, ctx.config.publicUrl);
  const day = dayOf(figures.from);
  const mailed = await inTransaction(ctx.db, async (tx) => {
    if (!(await claimPeriod(tx, REPORT, ctx.now, ctx.now.getTime() - morning + 1))) return 0;
    await tx.insert(dailyReports).values({ day, sections, madeAt: ctx.now }).onConflictDoNothing();
    const recipients = ctx.mail === undefined ? [] : await recipientsOf(tx);
    for (const to of recipients) {
      await queueMail(tx, ctx, 'daily_report', dailyReportMail(ctx.config, to, displayDay(day), paragraphs));
    }
    return recipients.length;
  });
  if (mailed > 0) ctx.events.publish({ type: 'mailQueued' });
  return mailed;
}

/** Whether this installation existed then: of a day before it there is nothing to report. */
async function existedBefore({ db }: Context, instant: number): Promise<boolean> {
  return (await db.$count(users, lt(users.createdAt, new Date(instant)))) > 0;
}

async function wasSentSince({ db }: Context, morning: number): Promise<boolean> {
  const [row] = await db.select().from(reports).where(eq(reports.name, REPORT));
  return row !== undefined && row.lastAt.getTime() >= morning;
}

/** Active admins who may read the money: owners who have not declined it, others who have chosen it. */
function recipientsOf(tx: Tx) {
  return tx
    .select({ email: users.email, name: users.name, language: users.language })
    .from(users)
    .leftJoin(dailyReportChoices, eq(dailyReportChoices.adminId, users.id))
    .where(
      and(
        eq(users.userType, 'admin'),
        eq(users.status, 'active'),
        arrayOverlaps(users.roles, rolesFor('finance:read')),
        sql`coalesce(${dailyReportChoices.wanted}, 'OWNER' = any(${users.roles}))`,
      ),
    )
    .orderBy(users.id);
}
