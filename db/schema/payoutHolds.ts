import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigId, instant } from '../columns.ts';
import { users } from './accounts.ts';

/**
 * Freezes of players' payouts: one row for the beginning and one for each extension. Insert-only, except that the latest row of
 * a player is ended early, once (guard_payout_freeze). A freeze is in force while the latest row is not ended and `endsAt` is
 * ahead.
 */
export const payoutFreezes = pgTable(
  'payout_freezes',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    playerId: bigId('player_id')
      .notNull()
      .references(() => users.id),
    /** The first row of the freeze that this one extends; null for the first row itself. */
    extendsId: bigId('extends_id').references((): AnyPgColumn => payoutFreezes.id),
    reason: text('reason').notNull(),
    /** Who froze, or extended. */
    madeBy: bigId('made_by')
      .notNull()
      .references(() => users.id),
    madeAt: instant('made_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Who ended it early, if anybody did. */
    endedBy: bigId('ended_by').references(() => users.id),
    endedAt: instant('ended_at'),
    endReason: text('end_reason'),
  },
  (t) => [
    // The latest of a player.
    index('payout_freezes_player_id_index').on(t.playerId, t.id),
    // Those that run.
    index('payout_freezes_ends_at_index')
      .on(t.endsAt)
      .where(sql`${t.endedAt} is null`),
    check('payout_freezes_ends_later', sql`${t.endsAt} > ${t.madeAt}`),
    check('payout_freezes_reason_length', sql`char_length(${t.reason}) between 10 and 500`),
    check(
      'payout_freezes_end_complete',
      sql`(${t.endedBy} is null) = (${t.endedAt} is null) and (${t.endedBy} is null) = (${t.endReason} is null)`,
    ),
    check('payout_freezes_end_reason_length', sql`char_length(${t.endReason}) between 10 and 500`),
  ],
);

/**
 * Accounts to which no withdrawal is approved. Insert-only, except that a block is lifted, once, by another admin than who set it
 * (guard_payout_block).
 */
export const blockedPayoutAccounts = pgTable(
  'blocked_payout_accounts',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    /** What withdrawals are compared with: payout_account_key of the columns below. The trigger sets it. */
    accountKey: text('account_key').notNull().default(''),
    /** Either a UPI id, or a bank account, as the withdrawal had it. */
    upiId: text('upi_id'),
    accountNumber: text('account_number'),
    ifscCode: text('ifsc_code'),
    reason: text('reason').notNull(),
    blockedBy: bigId('blocked_by')
      .notNull()
      .references(() => users.id),
    blockedAt: instant('blocked_at').notNull(),
    liftedBy: bigId('lifted_by').references(() => users.id),
    liftedAt: instant('lifted_at'),
    liftReason: text('lift_reason'),
  },
  (t) => [
    uniqueIndex('blocked_payout_accounts_key_unique')
      .on(t.accountKey)
      .where(sql`${t.liftedAt} is null`),
    check(
      'blocked_payout_accounts_one_account',
      sql`(${t.upiId} is null) = (${t.accountNumber} is not null) and (${t.accountNumber} is null) = (${t.ifscCode} is null)`,
    ),
    check('blocked_payout_accounts_two_admins', sql`${t.liftedBy} <> ${t.blockedBy}`),
    check('blocked_payout_accounts_reason_length', sql`char_length(${t.reason}) between 10 and 500`),
    check(
      'blocked_payout_accounts_lift_complete',
      sql`(${t.liftedBy} is null) = (${t.liftedAt} is null) and (${t.liftedBy} is null) = (${t.liftReason} is null)`,
    ),
    check('blocked_payout_accounts_lift_reason_length', sql`char_length(${t.liftReason}) between 10 and 500`),
  ],
);
