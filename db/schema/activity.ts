import { sql } from 'drizzle-orm';
import { check, customType, integer, numeric, pgEnum, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { bigId, instant, paise } from '../columns.ts';
import { users } from './accounts.ts';
import { decidedBy, gameType } from './contests.ts';

/** Which players made an authenticated call in which half hour, written at the first call in it. */
export const playerSightings = pgTable(
  'player_sightings',
  {
    halfHour: instant('half_hour').notNull(),
    playerId: bigId('player_id')
      .notNull()
      .references(() => users.id),
    firstSeenAt: instant('first_seen_at').notNull(),
  },
  (t) => [primaryKey({ name: 'player_sightings_pkey', columns: [t.halfHour, t.playerId] })],
);

/** Where players were active: anywhere on the platform, or with bets in settled rounds of a game. */
export const activityScope = pgEnum('activity_scope', ['platform', 'sapreHalf', 'sapreOne', 'sapreThree']);
export const activityGrain = pgEnum('activity_grain', ['hour', 'day']);

/** Players per bitmap row: 1 kB, which stays in the row itself. */
export const PLAYERS_PER_CHUNK = 8192;
const bitmap = customType<{ data: string }>({ dataType: () => `bit(${PLAYERS_PER_CHUNK})` });

/**
 * Who was active in an hour or day of Asia/Kolkata, one bit per player: bit n of chunk c stands for the player with id
 * c * 8192 + n. Distinct players of a period are the bits set in the OR of its rows, so that no rows are counted.
 */
export const activityBitmaps = pgTable(
  'activity_bitmaps',
  {
    scope: activityScope('scope').notNull(),
    grain: activityGrain('grain').notNull(),
    startsAt: instant('starts_at').notNull(),
    chunk: integer('chunk').notNull(),
    players: bitmap('players').notNull(),
  },
  (t) => [primaryKey({ name: 'activity_bitmaps_pkey', columns: [t.scope, t.grain, t.startsAt, t.chunk] })],
);

/** The hour up to which everything is in the bitmaps (and, for games, in hourly_draws). */
export const activityFolds = pgTable('activity_folds', {
  scope: activityScope('scope').primaryKey(),
  foldedUntil: instant('folded_until').notNull(),
});

/**
 * How often each number won in an hour of Asia/Kolkata, by the end times of settled contests and by who decided them,
 * with what these contests took and paid.
 */
export const hourlyDraws = pgTable(
  'hourly_draws',
  {
    gameType: gameType('game_type').notNull(),
    hour: instant('hour').notNull(),
    decidedBy: decidedBy('decided_by').notNull(),
    winningNumber: smallint('winning_number').notNull(),
    contestCount: integer('contest_count').notNull(),
    stakes: paise('stakes').notNull(),
    payouts: paise('payouts').notNull(),
    /** Sum over the contests of the variance of the payout if each of the ten numbers is as likely, in square paise. */
    payoutVariance: numeric('payout_variance').notNull(),
  },
  (t) => [
    primaryKey({ name: 'hourly_draws_pkey', columns: [t.gameType, t.hour, t.decidedBy, t.winningNumber] }),
    check('hourly_draws_winning_number_range', sql`${t.winningNumber} between 0 and 9`),
  ],
);
