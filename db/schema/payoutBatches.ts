import { sql } from 'drizzle-orm';
import { check, date, index, jsonb, pgEnum, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigId, instant } from '../columns.ts';
import { users } from './accounts.ts';
import { payees } from './settings.ts';
import { walletTransactions } from './wallet.ts';

/** How a bank takes a file of payouts: set once, remembered under the bank's name. */
export const payoutLayouts = pgTable(
  'payout_layouts',
  {
    /** Lower case. */
    name: text('name').primaryKey(),
    /** PayoutLayout of server/domain/payouts/payoutLayout.ts. */
    layout: jsonb('layout').notNull(),
    changedBy: bigId('changed_by')
      .notNull()
      .references(() => users.id),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [check('payout_layouts_name_length', sql`char_length(${t.name}) between 1 and 40`)],
);

/**
 * Payouts that are paid by one file for the bank, in the hands of one admin at a time. Once the file was downloaded its payouts stay
 * until each has an outcome; before that the whole batch can be given up (guard_payout_batch).
 */
export const payoutBatches = pgTable(
  'payout_batches',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The account of ours that pays. */
    payeeId: bigId('payee_id')
      .notNull()
      .references(() => payees.id),
    /** The bank, and its layout as it was: the file is always made by it. */
    bank: text('bank').notNull(),
    layout: jsonb('layout').notNull(),
    /** The day on which the bank is to pay. */
    day: date('day', { mode: 'string' }).notNull(),
    madeBy: bigId('made_by')
      .notNull()
      .references(() => users.id),
    madeAt: instant('made_at').notNull(),
    /** The admin who holds it, and since when; null: released, and any admin of payments may take it if its file was downloaded. */
    heldBy: bigId('held_by').references(() => users.id),
    heldSince: instant('held_since'),
    /** When its file was downloaded first. */
    downloadedAt: instant('downloaded_at'),
    /** The admin who released it last: its holder, or an admin who may release it for the holder. */
    releasedBy: bigId('released_by').references(() => users.id),
    releasedAt: instant('released_at'),
  },
  (t) => [
    check('payout_batches_bank_length', sql`char_length(${t.bank}) between 1 and 40`),
    check('payout_batches_held_since', sql`(${t.heldBy} is null) = (${t.heldSince} is null)`),
    check('payout_batches_released', sql`(${t.releasedBy} is null) = (${t.releasedAt} is null)`),
    check('payout_batches_held_or_released', sql`${t.heldBy} is not null or ${t.releasedBy} is not null`),
  ],
);

/** Given up: its batch was, before the file was downloaded. */
export const payoutOutcome = pgEnum('payout_outcome', ['paid', 'not_sent', 'given_up']);

/** A payout in a batch. It has one outcome, once; until then it is in no other batch and isn't decided (guard_payout_item). */
export const payoutBatchItems = pgTable(
  'payout_batch_items',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    batchId: bigId('batch_id')
      .notNull()
      .references(() => payoutBatches.id),
    /** Its row in the file, from 1. */
    position: smallint('position').notNull(),
    transactionId: bigId('transaction_id')
      .notNull()
      .references(() => walletTransactions.id),
    outcome: payoutOutcome('outcome'),
    /** Why it wasn't sent. */
    reason: text('reason'),
    decidedBy: bigId('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    uniqueIndex('payout_batch_items_position_unique').on(t.batchId, t.position),
    // Two clerks can't pay one payout.
    uniqueIndex('payout_batch_items_open_unique')
      .on(t.transactionId)
      .where(sql`${t.outcome} is null`),
    index('payout_batch_items_transaction_id_index').on(t.transactionId, t.id),
    check('payout_batch_items_position_positive', sql`${t.position} > 0`),
    check(
      'payout_batch_items_outcome_complete',
      sql`(${t.outcome} is null) = (${t.decidedBy} is null) and (${t.outcome} is null) = (${t.decidedAt} is null)
       and (${t.outcome} is not null and ${t.outcome} = 'not_sent') = (${t.reason} is not null)`,
    ),
    check('payout_batch_items_reason_length', sql`char_length(${t.reason}) between 3 and 500`),
  ],
);
