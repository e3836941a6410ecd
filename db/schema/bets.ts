import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bigId, instant, paise } from '../columns.ts';
import { contests, gameType } from './contests.ts';

/**
 * A stake on one selection: 0-9 the number, 10 green, 11 violet, 12 red. Rows never change.
 *
 * In partitions by month (db/README.md, "Months"): a month's ids begin with its four digits, and a contest's bets are all
 * in its month. So the unique index below, which each partition has for itself, holds over all of them.
 */
export const bets = pgTable(
  'bets',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    contestId: bigId('contest_id').notNull(),
    playerId: bigId('player_id').notNull(),
    selection: smallint('selection').notNull(),
    amount: paise('amount').notNull(),
    /** Available balance right after it, so that the first answer can be repeated. */
    balanceAfter: paise('balance_after').notNull(),
    /** When the server received it. */
    placedAt: instant('placed_at').notNull(),
    /** In its contest, from 1, under version 2 of the draw; null under version 1. */
    number: integer('number'),
  },
  (t) => [
    check('bets_amount_positive', sql`${t.amount} > 0`),
    check('bets_number_positive', sql`${t.number} > 0`),
    uniqueIndex('bets_contest_id_number_unique')
      .on(t.contestId, t.number)
      .where(sql`${t.number} is not null`),
    check('bets_selection_range', sql`${t.selection} between 0 and 12`),
    index('bets_contest_id_player_id_index').on(t.contestId, t.playerId),
    index('bets_player_id_id_index').on(t.playerId, t.id),
  ],
);

/** Numbers of the bets in each game's open contest (db/functions/bet_numbers_of.sql). */
export const betNumbersHalf = pgSequence('bet_numbers_half');
export const betNumbersOne = pgSequence('bet_numbers_one');
export const betNumbersThree = pgSequence('bet_numbers_three');

/** Idempotency keys of bets, in a table of their own so that old keys can be purged (7 days). */
export const betKeys = pgTable(
  'bet_keys',
  {
    playerId: bigId('player_id').notNull(),
    /** The client's key, hashed to a uuid. */
    key: uuid('key').notNull(),
    betId: bigId('bet_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'bet_keys_pkey', columns: [t.playerId, t.key] }),
    index('bet_keys_created_at_index').on(t.createdAt),
  ],
);

/** A cancelled bet (operator-marked contests only). Its refund is a transfer of kind bet_refund. */
export const betCancellations = pgTable(
  'bet_cancellations',
  {
    /** No foreign key, which would keep a month's partition from being detached: refuse_late_cancellations checks it. */
    betId: bigId('bet_id').primaryKey(),
    contestId: bigId('contest_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('bet_cancellations_contest_id_index').on(t.contestId)],
);

/** What a winning bet returned, stake included. The primary key prevents paying a bet twice. In partitions by month. */
export const betPayouts = pgTable(
  'bet_payouts',
  {
    betId: bigId('bet_id').primaryKey(),
    amount: paise('amount').notNull(),
  },
  (t) => [check('bet_payouts_amount_positive', sql`${t.amount} > 0`)],
);

/** One row per finished part of a contest's settlement, so that settlement can resume after a crash. */
export const settlementParts = pgTable(
  'settlement_parts',
  {
    contestId: bigId('contest_id')
      .notNull()
      .references(() => contests.id),
    part: smallint('part').notNull(),
    betCount: integer('bet_count').notNull(),
    stakes: paise('stakes').notNull(),
    payouts: paise('payouts').notNull(),
  },
  (t) => [primaryKey({ name: 'settlement_parts_pkey', columns: [t.contestId, t.part] })],
);

/**
 * A player's result of one finished contest: what wallet history shows. Cancelled bets don't count. Written only by
 * settle_parts, from bets, so foreign keys would protect nothing, and they cost a third of settlement's time.
 */
export const contestResults = pgTable(
  'contest_results',
  {
    playerId: bigId('player_id').notNull(),
    contestId: bigId('contest_id').notNull(),
    betCount: integer('bet_count').notNull(),
    betAmount: paise('bet_amount').notNull(),
    winAmount: paise('win_amount').notNull(),
    settledAt: instant('settled_at').notNull(),
  },
  (t) => [
    // By contest first: settlement appends to it in order, and statistics find a contest's players by it.
    primaryKey({ name: 'contest_results_pkey', columns: [t.contestId, t.playerId] }),
    index('contest_results_player_id_settled_at_index').on(t.playerId, t.settledAt, t.contestId),
    // The newest wins, for the home screen. Most results are none.
    index('contest_results_wins_index')
      .on(t.settledAt)
      .where(sql`${t.winAmount} > ${t.betAmount}`),
  ],
);

/** Totals per game and hour of settled contests' end times: statistics never scan bets. */
export const hourlyTotals = pgTable(
  'hourly_totals',
  {
    gameType: gameType('game_type').notNull(),
    hour: instant('hour').notNull(),
    contestCount: integer('contest_count').notNull(),
    betCount: integer('bet_count').notNull(),
    stakes: paise('stakes').notNull(),
    payouts: paise('payouts').notNull(),
  },
  (t) => [primaryKey({ name: 'hourly_totals_pkey', columns: [t.gameType, t.hour] })],
);
