import { sql } from 'drizzle-orm';
import { check, date, index, pgEnum, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { bigId, bytes, instant, paise } from '../columns.ts';
import { users } from './accounts.ts';

export const playLimitKind = pgEnum('play_limit_kind', ['deposit', 'stake', 'loss']);
export const playLimitPeriod = pgEnum('play_limit_period', ['day', 'week', 'month']);

/**
 * A limit that a player set, by day, week or month of Asia/Kolkata. `amount` is in force until `next_at`, `next_amount`
 * from then on; null: none. guard_play_limit refuses anything that loosens it sooner than 24 hours from now.
 */
export const playLimits = pgTable(
  'play_limits',
  {
    playerId: bigId('player_id')
      .notNull()
      .references(() => users.id),
    kind: playLimitKind('kind').notNull(),
    period: playLimitPeriod('period').notNull(),
    amount: paise('amount'),
    nextAmount: paise('next_amount'),
    nextAt: instant('next_at'),
  },
  (t) => [
    primaryKey({ name: 'play_limits_pkey', columns: [t.playerId, t.kind, t.period] }),
    check('play_limits_amounts_positive', sql`${t.amount} > 0 and ${t.nextAmount} > 0`),
    check('play_limits_next_has_instant', sql`${t.nextAmount} is null or ${t.nextAt} is not null`),
  ],
);

/** What else holds up a player's bets: a time-out, an exclusion, the reality check. */
export const playGuards = pgTable(
  'play_guards',
  {
    playerId: bigId('player_id')
      .primaryKey()
      .references(() => users.id),
    timeOutUntil: instant('time_out_until'),
    excludedAt: instant('excluded_at'),
    /** Null with `excluded_at`: for ever. */
    excludedUntil: instant('excluded_until'),
    /** How long the player may play before a reality check; null: none. */
    realityMinutes: smallint('reality_minutes'),
    /** When the player chose the reality check, or answered the last one. */
    answeredAt: instant('answered_at'),
    /** Start of the current play, and its latest bet: written by bet_guard for players with a reality check. */
    playedSince: instant('played_since'),
    playedAt: instant('played_at'),
  },
  (t) => [
    check('play_guards_excluded_until', sql`${t.excludedUntil} is null or ${t.excludedAt} is not null`),
    check('play_guards_reality_minutes', sql`${t.realityMinutes} between 15 and 60`),
  ],
);

export const playSafetySetting = pgEnum('play_safety_setting', ['LIMIT', 'TIME_OUT', 'EXCLUSION', 'REALITY_CHECK']);

/** Every change of limits and pauses since this table exists. Insert-only, by the trigger log_play_safety. */
export const playSafetyChanges = pgTable(
  'play_safety_changes',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    playerId: bigId('player_id').notNull(),
    at: instant('at').notNull(),
    setting: playSafetySetting('setting').notNull(),
    /** Of a limit. `amount` null: none any more; `effectiveAt` null: at once. */
    kind: playLimitKind('kind'),
    period: playLimitPeriod('period'),
    amount: paise('amount'),
    effectiveAt: instant('effective_at'),
    /** Of a time-out or an exclusion; null: an exclusion for ever. */
    until: instant('until'),
    /** Of the reality check; null: none any more. */
    minutes: smallint('minutes'),
  },
  (t) => [
    index('play_safety_changes_player_id_at_index').on(t.playerId, t.at, t.id),
    check(
      'play_safety_changes_limit_fields',
      sql`(${t.setting} = 'LIMIT') = (${t.kind} is not null and ${t.period} is not null)`,
    ),
  ],
);

/**
 * What a player staked and got back in the rounds of a day that is over, kept by play_by_day so that a limit by month
 * needs no month of results for each bet. Can be computed again at any time.
 */
export const playDays = pgTable(
  'play_days',
  {
    playerId: bigId('player_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    staked: paise('staked').notNull(),
    returned: paise('returned').notNull(),
  },
  (t) => [primaryKey({ name: 'play_days_pkey', columns: [t.playerId, t.day] })],
);

/**
 * Sign-ins of a player on a device that knew a player who was self-excluded then (known_devices): perhaps one person. Erased with
 * either account.
 */
export const excludedDeviceUses = pgTable(
  'excluded_device_uses',
  {
    playerId: bigId('player_id')
      .notNull()
      .references(() => users.id),
    excludedId: bigId('excluded_id')
      .notNull()
      .references(() => users.id),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'excluded_device_uses_pkey', columns: [t.playerId, t.excludedId] }),
    index('excluded_device_uses_excluded_id_index').on(t.excludedId),
    check('excluded_device_uses_of_two', sql`${t.playerId} <> ${t.excludedId}`),
  ],
);

/** Emails that can't be registered again, as keyed hashes. */
export const excludedEmails = pgTable('excluded_emails', {
  emailHash: bytes('email_hash').primaryKey(),
  /** Null: for ever. */
  until: instant('until'),
});
