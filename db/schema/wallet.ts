import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bigId, bytes, instant, paise } from '../columns.ts';
import { users } from './accounts.ts';
import { proposals } from './proposals.ts';
import { transactionText } from './searchTexts.ts';
import { payeeChannel, payees } from './settings.ts';

export const ledgerAccountKind = pgEnum('ledger_account_kind', [
  'player_available',
  'player_held',
  'contest',
  'house',
  'cash',
  'unclaimed',
]);

/**
 * Accounts of the double-entry ledger. A player's two accounts store a balance, which only the trigger on `transfers`
 * may change and which can never be negative. The others (`contest`, `house`, `cash`, `unclaimed`: what came in and is nobody's
 * yet) store none: theirs is summed from transfers when needed, so that no bet ever waits for a shared row.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: ledgerAccountKind('kind').notNull(),
    playerId: bigId('player_id').references(() => users.id),
    balance: paise('balance'),
    /** The player has set limits or the like (schema/safety.ts), which bets and deposits are compared with. */
    guarded: boolean('guarded').notNull().default(false),
  },
  (t) => [
    uniqueIndex('ledger_accounts_available_unique')
      .on(t.playerId)
      .where(sql`${t.kind} = 'player_available'`),
    uniqueIndex('ledger_accounts_held_unique')
      .on(t.playerId)
      .where(sql`${t.kind} = 'player_held'`),
    uniqueIndex('ledger_accounts_single_unique')
      .on(t.kind)
      .where(sql`${t.kind} in ('house', 'cash')`),
    uniqueIndex('ledger_accounts_unclaimed_unique')
      .on(t.kind)
      .where(sql`${t.kind} = 'unclaimed'`),
    check('ledger_accounts_balance_not_negative', sql`${t.balance} >= 0`),
    check(
      'ledger_accounts_player_has_balance',
      sql`(${t.kind} in ('player_available', 'player_held')) = (${t.balance} is not null)
      and (${t.kind} in ('player_available', 'player_held')) = (${t.playerId} is not null)`,
    ),
  ],
);

export const transferKind = pgEnum('transfer_kind', [
  'deposit',
  'withdrawal_hold',
  'withdrawal_return',
  'withdrawal_payout',
  'bet_stake',
  'bet_refund',
  'bet_payout',
  'contest_result',
  'correction',
  'play_credit',
  'play_forfeit',
  'play_reset',
  // A payout that the bank sent back.
  'withdrawal_returned',
  'unclaimed_receipt',
  'unclaimed_reversal',
]);

/**
 * One row is both sides of a transfer: `amount` leaves the debit account and arrives at the credit account, so the sum
 * over all accounts is always zero. Insert-only. A trigger checks that both accounts exist, once for all rows of a
 * statement: foreign keys check per row, which cost every bet a quarter of its time.
 *
 * In partitions by the month of `referenceId`: those of bets are in the month of their bet, all others in the first
 * partition. The primary key is one of each partition; the unique indexes hold over all of them.
 */
export const transfers = pgTable(
  'transfers',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    debitAccountId: bigId('debit_account_id').notNull(),
    creditAccountId: bigId('credit_account_id').notNull(),
    amount: paise('amount').notNull(),
    kind: transferKind('kind').notNull(),
    /**
     * The cause: a bet (bet_*), a contest (contest_result), a wallet transaction (deposit, withdrawal_*), a correction, a
     * play credit, the player who closes the account (play_forfeit) or whose play money ends (play_reset), or a move of an
     * unclaimed receipt (unclaimed_*).
     */
    referenceId: bigId('reference_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('transfers_amount_positive', sql`${t.amount} > 0`),
    check('transfers_two_accounts', sql`${t.debitAccountId} <> ${t.creditAccountId}`),
    // Each of these transfers can happen once per reference. Stakes are left out, because each is written in the
    // statement that writes its bet, and an index entry would cost every bet.
    uniqueIndex('transfers_once_per_reference')
      .on(t.referenceId, t.kind)
      .where(sql`${t.kind} not in ('bet_stake', 'correction')`),
    uniqueIndex('transfers_once_per_correction')
      .on(t.referenceId)
      .where(sql`${t.kind} = 'correction'`),
  ],
);

export const transactionType = pgEnum('transaction_type', ['credit', 'debit']);
export const transactionStatus = pgEnum('transaction_status', [
  'pending',
  'success',
  'failed',
  'cancelled',
  // A withdrawal that is being paid: still held, and no longer its player's to cancel.
  'approved',
  // A payout that the bank sent back: its money is in the wallet again, for good.
  'returned',
]);
/** Common reasons for a denial; OTHER is explained by the message. */
export const denialReason = pgEnum('denial_reason', [
  'NOT_RECEIVED',
  'AMOUNT_DIFFERS',
  'PAID_BY_OTHERS',
  'ALREADY_CREDITED',
  'ACCOUNT_INVALID',
  'ACCOUNT_NOT_OWN',
  'CHECK_NEEDED',
  'OTHER',
]);

/** A player's request to deposit (credit) or withdraw (debit), decided by an admin. */
export const walletTransactions = pgTable(
  'wallet_transactions',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    playerId: bigId('player_id')
      .notNull()
      .references(() => users.id),
    transactionType: transactionType('transaction_type').notNull(),
    channel: payeeChannel('channel').notNull(),
    status: transactionStatus('status').notNull().default('pending'),
    /** Of an approved deposit: what was credited. */
    amount: paise('amount').notNull(),
    /** Credit, approved: what the player had asked for, where another amount was credited; else null. */
    requestedAmount: paise('requested_amount'),
    /** Credit: the reference number (UPI) or transaction id (bank) as the player typed it. */
    reference: text('reference'),
    /** Credit: what references are compared by (referenceKey in web/paymentTexts.ts, reference_key for texts in ASCII). */
    referenceKey: text('reference_key'),
    /**
     * Within what its key counts: 0 (real money: all players) or the player's id (play money: their own). The trigger
     * wallet_transactions_begin sets it.
     */
    referenceScope: bigId('reference_scope'),
    /** Credit: from before the key, and another deposit held it. No later request has it. */
    keyClashes: boolean('key_clashes').notNull().default(false),
    /** Credit: the payee that the player stated. */
    payeeId: bigId('payee_id').references(() => payees.id),
    /** Debit: the account that receives the money. */
    upiId: text('upi_id'),
    accountNumber: text('account_number'),
    ifscCode: text('ifsc_code'),
    accountHolderName: text('account_holder_name'),
    /** The admin's message to the player. */
    message: text('message'),
    /** Debit, paid: the bank's own reference of the payout, shown to the player. */
    payoutReference: text('payout_reference'),
    /**
     * The key of the payout reference, which no other payout may have; the trigger wallet_transactions_guard sets it.
     * Null where a reference was used twice before this rule, or has another form.
     */
    payoutClaim: text('payout_claim'),
    /** Of deposits approved before there was a key: the reference. Not written any more: `credit_claim` goes after 1.0.0. */
    creditClaim: text('credit_claim'),
    /** Denied: why, from the list. Null for denials over REST without a message, and from before the list. */
    denialReason: denialReason('denial_reason'),
    /** Debit: who approved it, and when; decidedBy paid it. Null while it isn't, and for payouts from before there were two steps. */
    approvedBy: bigId('approved_by').references(() => users.id),
    approvedAt: instant('approved_at'),
    /** Debit: who recorded that the bank sent the payout back, and when. */
    returnedBy: bigId('returned_by').references(() => users.id),
    returnedAt: instant('returned_at'),
    /**
     * Of two admins who approved it, the first; approvedBy, or decidedBy of a deposit, is the second. The trigger
     * wallet_transactions_approval sets it.
     */
    proposedBy: bigId('proposed_by').references(() => users.id),
    /**
     * When one admin approved it alone, by the database's clock, as far as that counts for a second admin
     * (needs_second_admin); the same trigger sets it. Null otherwise, and for what was decided before this rule.
     */
    decidedAloneAt: instant('decided_alone_at'),
    /** Credit: the line of a statement by which one admin was enough; a line covers one deposit. The same trigger sets it. */
    coveringLineId: bigId('covering_line_id'),
    /** Credit: the line of a statement that two admins credited to the player, who had sent no request (creditStatementLine). */
    creditedLineId: bigId('credited_line_id'),
    decidedBy: bigId('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
    /** Credit: when its last denial was taken back (reopenDeposit). */
    reopenedAt: instant('reopened_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('wallet_transactions_two_admins', sql`${t.proposedBy} <> coalesce(${t.approvedBy}, ${t.decidedBy})`),
    check(
      'wallet_transactions_approved_fields',
      sql`(${t.approvedAt} is null) = (${t.approvedBy} is null)
       and (${t.approvedAt} is null or ${t.transactionType} = 'debit' and ${t.status} not in ('pending', 'cancelled'))
       and (${t.status}::text <> 'approved' or ${t.approvedAt} is not null)`,
    ),
    check(
      'wallet_transactions_returned_fields',
      sql`(${t.returnedAt} is null) = (${t.returnedBy} is null)
       and (${t.status}::text = 'returned') = (${t.returnedAt} is not null)
       and (${t.returnedAt} is null or ${t.transactionType} = 'debit')`,
    ),
    check('wallet_transactions_amount_positive', sql`${t.amount} > 0`),
    check(
      'wallet_transactions_requested_amount',
      sql`${t.requestedAmount} is null
       or (${t.requestedAmount} > 0 and ${t.requestedAmount} <> ${t.amount}
           and ${t.transactionType} = 'credit' and ${t.status} = 'success')`,
    ),
    check(
      'wallet_transactions_only_deposits_of_lines',
      sql`${t.creditedLineId} is null or ${t.transactionType} = 'credit'`,
    ),
    check(
      'wallet_transactions_only_deposits_reopened',
      sql`${t.reopenedAt} is null or ${t.transactionType} = 'credit'`,
    ),
    check(
      'wallet_transactions_type_fields',
      sql`(${t.transactionType} = 'credit' and ${t.reference} is not null and ${t.payeeId} is not null)
       or (${t.transactionType} = 'debit' and ${t.payeeId} is null and ${t.reference} is null
           and ((${t.channel} = 'upi' and ${t.upiId} is not null)
             or (${t.channel} = 'bank' and ${t.accountNumber} is not null and ${t.ifscCode} is not null and ${t.accountHolderName} is not null)))`,
    ),
    check('wallet_transactions_reference_form', sql`char_length(${t.reference}) between 1 and 60`),
    check(
      'wallet_transactions_reference_key_form',
      sql`${t.referenceKey} ~ '^[0-9A-Z]{4,35}$' and (${t.referenceKey} is null or ${t.reference} is not null)
       and (not ${t.keyClashes} or ${t.referenceKey} is not null)`,
    ),
    check(
      'wallet_transactions_decided_has_instant',
      sql`(${t.status}::text in ('pending', 'approved')) = (${t.decidedAt} is null)`,
    ),
    check(
      'wallet_transactions_only_debits_cancelled',
      sql`${t.status} <> 'cancelled' or ${t.transactionType} = 'debit'`,
    ),
    check('wallet_transactions_message_length', sql`char_length(${t.message}) <= 150`),
    check('wallet_transactions_only_denials_have_reason', sql`${t.denialReason} is null or ${t.status} = 'failed'`),
    check(
      'wallet_transactions_payout_claim_form',
      sql`${t.payoutClaim} is null
       or (${t.payoutClaim} ~ '^[0-9A-Z]{4,35}$' and ${t.transactionType} = 'debit' and ${t.status}::text in ('success', 'returned'))`,
    ),
    uniqueIndex('wallet_transactions_payout_claim_unique').on(t.payoutClaim),
    check(
      'wallet_transactions_credit_claim_form',
      sql`${t.creditClaim} is null
       or (${t.creditClaim} = ${t.reference} and ${t.transactionType} = 'credit' and ${t.status} = 'success')`,
    ),
    uniqueIndex('wallet_transactions_credit_claim_unique').on(t.creditClaim),
    uniqueIndex('wallet_transactions_covering_line_unique').on(t.coveringLineId),
    // Partial: with the rows that have none the planner reads all of them for `is null`, once per line of a statement.
    uniqueIndex('wallet_transactions_credited_line_unique')
      .on(t.creditedLineId)
      .where(sql`${t.creditedLineId} is not null`),
    index('wallet_transactions_decided_alone_at_index')
      .on(t.decidedAloneAt)
      .where(sql`${t.decidedAloneAt} is not null`),
    uniqueIndex('wallet_transactions_reference_key_unique')
      .on(t.referenceKey, t.referenceScope)
      .where(sql`${t.transactionType} = 'credit' and ${t.status} in ('pending', 'success') and not ${t.keyClashes}`),
    index('wallet_transactions_key_clashes_index')
      .on(t.id)
      .where(sql`${t.keyClashes}`),
    index('wallet_transactions_player_id_index').on(t.playerId, t.id),
    index('wallet_transactions_pending_index')
      .on(t.id)
      .where(sql`${t.status} = 'pending'`),
    // How many of a player's requests wait.
    index('wallet_transactions_waiting_index')
      .on(t.playerId, t.transactionType)
      .where(sql`${t.status} = 'pending'`),
    // Those that are being paid. The status isn't named: the migration that adds it can't use it.
    index('wallet_transactions_to_pay_index')
      .on(t.id)
      .where(sql`${t.approvedAt} is not null and ${t.decidedAt} is null`),
    // The few that the bank sent back, for the player's wallet history.
    index('wallet_transactions_returned_index')
      .on(t.playerId, t.returnedAt, t.id)
      .where(sql`${t.returnedAt} is not null`),
    index('wallet_transactions_created_at_index').on(t.createdAt, t.id),
    // For the admins' search, and for detecting a second use of a reference or payout account.
    index('wallet_transactions_reference_key_index').on(t.referenceKey, t.referenceScope),
    index('wallet_transactions_amount_index').on(t.amount, t.id),
    index('wallet_transactions_upi_id_index').on(sql`lower(${t.upiId})`),
    index('wallet_transactions_account_number_index').on(t.accountNumber),
    // Deposits and withdrawals of a range, for the dashboard: with the amounts, so that no row is read.
    index('wallet_transactions_decided_at_index')
      .on(t.decidedAt, t.transactionType, t.amount)
      .where(sql`${t.status} = 'success'`),
    // How long decisions of a range took.
    index('wallet_transactions_decisions_index')
      .on(sql`coalesce(${t.approvedAt}, ${t.decidedAt})`)
      .where(sql`coalesce(${t.approvedBy}, ${t.decidedBy}) is not null`),
    index('wallet_transactions_payee_id_index').on(t.payeeId, t.id),
    // Parts of what names a request; the extension pg_trgm is in a schema of its own.
    index('wallet_transactions_text_index').using('gin', sql`(${transactionText}) extensions.gin_trgm_ops`),
    // The player's timeline: requests and their decisions.
    index('wallet_transactions_player_id_created_at_index').on(t.playerId, t.createdAt, t.id),
    index('wallet_transactions_player_id_decided_at_index')
      .on(t.playerId, t.decidedAt, t.id)
      .where(sql`${t.decidedAt} is not null`),
    // The player's wallet history.
    index('wallet_transactions_history_index')
      .on(t.playerId, t.decidedAt, t.id)
      .where(sql`${t.status} = 'success'`),
  ],
);

/**
 * Which admin has opened a pending request, until when: others see it and may take it over. Advisory: the first
 * decision counts, by any admin.
 */
export const transactionClaims = pgTable('transaction_claims', {
  transactionId: bigId('transaction_id')
    .primaryKey()
    .references(() => walletTransactions.id),
  adminId: bigId('admin_id')
    .notNull()
    .references(() => users.id),
  until: instant('until').notNull(),
});

/** Play money that a player was given. Insert-only, by `grant_play_credit`, with its transfer from the house. */
export const playCredits = pgTable(
  'play_credits',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    playerId: bigId('player_id')
      .notNull()
      .references(() => users.id),
    /** The day in Asia/Kolkata on which the player claimed it; null: given at sign-up. */
    claimedOn: date('claimed_on', { mode: 'string' }),
    amount: paise('amount').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('play_credits_sign_up_unique')
      .on(t.playerId)
      .where(sql`${t.claimedOn} is null`),
    uniqueIndex('play_credits_claim_unique').on(t.playerId, t.claimedOn),
    index('play_credits_player_id_created_at_index').on(t.playerId, t.createdAt, t.id),
    // Those of a range, for the dashboard: with the amounts, so that no row is read.
    index('play_credits_created_at_index').on(t.createdAt, t.amount),
    check('play_credits_amount_positive', sql`${t.amount} > 0`),
  ],
);

/** Play money that a player gave up by closing the account. Insert-only, by `close_account`, with its transfer to the house. */
export const playForfeits = pgTable(
  'play_forfeits',
  {
    playerId: bigId('player_id')
      .primaryKey()
      .references(() => users.id),
    amount: paise('amount').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('play_forfeits_amount_positive', sql`${t.amount} > 0`)],
);

/**
 * Play money that a player had when the database went over to real money. Insert-only, by `end_play_money`, with its transfer
 * to the house.
 */
export const playResets = pgTable(
  'play_resets',
  {
    playerId: bigId('player_id')
      .primaryKey()
      .references(() => users.id),
    amount: paise('amount').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('play_resets_amount_positive', sql`${t.amount} > 0`)],
);

/**
 * Whether this database holds play or real money: one row, written at its first start. It becomes real by `npm run go-live` alone
 * (guard_money_mode), and play never again.
 */
export const moneyMode = pgTable(
  'money_mode',
  {
    id: integer('id').primaryKey().default(1),
    mode: text('mode', { enum: ['play', 'real'] }).notNull(),
    /** When the first server started with this mode, or when play money ended. */
    since: instant('since').notNull(),
    /** When play money ended; null where there has been none, or it goes on. */
    wentLiveAt: instant('went_live_at'),
  },
  (t) => [
    check('money_mode_one_row', sql`${t.id} = 1`),
    check('money_mode_known', sql`${t.mode} in ('play', 'real') and (${t.wentLiveAt} is null or ${t.mode} = 'real')`),
  ],
);

/** The mark of real money of releases before `money_mode`, which is made from it. Not written any more: `real_money` goes after 1.0.0. */
export const realMoney = pgTable(
  'real_money',
  {
    id: integer('id').primaryKey().default(1),
    since: instant('since').notNull(),
  },
  (t) => [check('real_money_one_row', sql`${t.id} = 1`)],
);

/** A correction of a player's available balance. Insert-only, by `correct_balance`, with its transfer. */
export const balanceCorrections = pgTable(
  'balance_corrections',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    playerId: bigId('player_id')
      .notNull()
      .references(() => users.id),
    /** Below zero where it was taken. */
    amount: paise('amount').notNull(),
    /** Why, for admins. */
    reason: text('reason').notNull(),
    /** What shows that it is right, for admins: a ticket's number, a bank's reference. */
    evidence: text('evidence').notNull(),
    /** The note to the player. */
    message: text('message'),
    madeBy: bigId('made_by')
      .notNull()
      .references(() => users.id),
    /** Who confirmed it, where it needed a second admin. */
    checkedBy: bigId('checked_by').references(() => users.id),
    proposalId: bigId('proposal_id').references(() => proposals.id),
    /** When one admin made it alone, by the database's clock; the trigger balance_corrections_guard sets it. */
    decidedAloneAt: instant('decided_alone_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('balance_corrections_amount', sql`${t.amount} <> 0 and abs(${t.amount}) <= 1000000000`),
    check('balance_corrections_reason_length', sql`char_length(btrim(${t.reason})) between 10 and 500`),
    check('balance_corrections_evidence_length', sql`char_length(btrim(${t.evidence})) between 1 and 200`),
    check('balance_corrections_message_length', sql`char_length(btrim(${t.message})) between 1 and 150`),
    check('balance_corrections_two_admins', sql`${t.checkedBy} <> ${t.madeBy}`),
    check('balance_corrections_checked', sql`(${t.checkedBy} is null) = (${t.proposalId} is null)`),
    uniqueIndex('balance_corrections_proposal_unique').on(t.proposalId),
    index('balance_corrections_player_id_index').on(t.playerId, t.id),
    index('balance_corrections_created_at_index').on(t.createdAt),
    index('balance_corrections_decided_alone_at_index')
      .on(t.decidedAloneAt)
      .where(sql`${t.decidedAloneAt} is not null`),
  ],
);

/** First answers of money-moving calls other than bets (the keys of bets are in bet_keys). Purged after 7 days. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    operation: text('operation').notNull(),
    /** The client's key, hashed to a uuid. */
    key: uuid('key').notNull(),
    /** SHA-256 of the canonical payload: the same key with another payload is refused. */
    fingerprint: bytes('fingerprint').notNull(),
    answer: jsonb('answer').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [t.userId, t.operation, t.key] }),
    index('idempotency_keys_created_at_index').on(t.createdAt),
  ],
);
