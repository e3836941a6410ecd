import { boolean, date, jsonb, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigId, instant } from '../columns.ts';
import { users } from './accounts.ts';

/** Which admins have chosen whether they get the daily report by mail; the others get it if they are owners. */
export const dailyReportChoices = pgTable('daily_report_choices', {
  adminId: bigId('admin_id')
    .primaryKey()
    .references(() => users.id),
  wanted: boolean('wanted').notNull(),
});

/** A figure of a report and what it is, as it was mailed. */
export interface ReportLine {
  label: string;
  value: string;
}

/** The daily reports, as they were mailed: one for each day. Insert-only. */
export const dailyReports = pgTable(
  'daily_reports',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The day in Asia/Kolkata that it is about. */
    day: date('day', { mode: 'string' }).notNull(),
    /** A list of lines for each subject. */
    sections: jsonb('sections').$type<ReportLine[][]>().notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (t) => [uniqueIndex('daily_reports_day_unique').on(t.day)],
);
