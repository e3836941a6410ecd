import { date, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bigId } from '../columns.ts';
import { users } from './accounts.ts';

/** Who made an authenticated call on which day (Asia/Kolkata), written on first sight of the day. */
export const dailyActiveUsers = pgTable(
  'daily_active_users',
  {
    day: date('day').notNull(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ name: 'daily_active_users_pkey', columns: [t.day, t.userId] })],
);
