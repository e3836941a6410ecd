import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigId, instant } from '../columns.ts';
import { users } from './accounts.ts';

/** What admins are alerted to (server/domain/alerts/README.md#alerts). */
export const alertKind = pgEnum('alert_kind', [
  'queueOverdue',
  'statementDrift',
  'unusualWin',
  'failedSignIns',
  'overdueRound',
  'booksFailed',
  'knownHoles',
  'diskShort',
  'overriddenRound',
  'waitingRound',
  'creditedPayout',
  'silentWitness',
  'silentBeacon',
]);

/** Alerts, one row for each time that a cause began. Open until the cause ends. */
export const alerts = pgTable(
  'alerts',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: alertKind('kind').notNull(),
    /** Tells causes of one kind apart: a payee, a player, a game; empty where there is only one. */
    subject: text('subject').notNull(),
    /** The cause in figures, as its kind defines it, as of the last evaluation. */
    data: jsonb('data').$type<Readonly<Record<string, unknown>>>().notNull(),
    openedAt: instant('opened_at').notNull(),
    endedAt: instant('ended_at'),
    /** The admin who has it in hand. */
    acknowledgedBy: bigId('acknowledged_by').references(() => users.id),
    acknowledgedAt: instant('acknowledged_at'),
  },
  (t) => [
    uniqueIndex('alerts_open_unique')
      .on(t.kind, t.subject)
      .where(sql`${t.endedAt} is null`),
    index('alerts_ended_at_index').on(t.endedAt, t.id),
    check('alerts_ends_later', sql`${t.endedAt} >= ${t.openedAt}`),
    check('alerts_acknowledged_complete', sql`(${t.acknowledgedBy} is null) = (${t.acknowledgedAt} is null)`),
  ],
);

/** From what value on owners want to be alerted, where they have changed it. */
export const alertThresholds = pgTable(
  'alert_thresholds',
  {
    kind: alertKind('kind').primaryKey(),
    /** Minutes (queueOverdue), paise (unusualWin), or a number (failedSignIns). */
    value: bigint('value', { mode: 'bigint' }).notNull(),
  },
  (t) => [
    check(
      'alert_thresholds_range',
      sql`${t.kind} in ('queueOverdue', 'unusualWin', 'failedSignIns') and ${t.value} between 1 and 100000000000`,
    ),
  ],
);
