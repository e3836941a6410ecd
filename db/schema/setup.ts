import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bigId, instant } from '../columns.ts';
import { users } from './accounts.ts';

/** Setup steps that an owner marked as settled, with a reason: not needed, or done outside the system. Deleted when reopened. */
export const setupChoices = pgTable(
  'setup_choices',
  {
    step: text('step').primaryKey(),
    reason: text('reason').notNull(),
    settledBy: bigId('settled_by')
      .notNull()
      .references(() => users.id),
    settledAt: instant('settled_at').notNull(),
  },
  (t) => [check('setup_choices_reason_length', sql`char_length(btrim(${t.reason})) between 10 and 500`)],
);

/** What `npm run doctor` found when it was run last: one row. */
export const doctorRuns = pgTable(
  'doctor_runs',
  {
    id: integer('id').primaryKey().default(1),
    ranAt: instant('ran_at').notNull(),
    findings: jsonb('findings').$type<{ level: 'wrong' | 'advice'; what: string; todo: string }[]>().notNull(),
  },
  (t) => [check('doctor_runs_one_row', sql`${t.id} = 1`)],
);
