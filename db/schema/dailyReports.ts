import { boolean, pgTable } from 'drizzle-orm/pg-core';
import { bigId } from '../columns.ts';
import { users } from './accounts.ts';

/** Which admins have chosen whether they get the daily report by mail; the others get it if they are owners. */
export const dailyReportChoices = pgTable('daily_report_choices', {
  adminId: bigId('admin_id')
    .primaryKey()
    .references(() => users.id),
  wanted: boolean('wanted').notNull(),
});
