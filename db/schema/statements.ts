import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bigId, bytes, instant, paise } from '../columns.ts';
import { users } from './accounts.ts';
import { statementText } from './searchTexts.ts';
import { payees } from './settings.ts';
import { transactionType, transferKind, walletTransactions } from './wallet.ts';

export const statementFormat = pgEnum('statement_format', ['csv', 'camt053', 'mt940']);

/** Which columns of a bank's CSV hold what: mapped once, remembered under the bank's name. */
export const statementBanks = pgTable(
  'statement_banks',
  {
    /** Lower case. */
    name: text('name').primaryKey(),
    mapping: jsonb('mapping').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [check('statement_banks_name_length', sql`char_length(${t.name}) between 1 and 40`)],
);

/** Files of bank statements that were imported, each once per payee. Insert-only. */
export const statements = pgTable(
  'statements',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    payeeId: bigId('payee_id')
      .notNull()
      .references(() => payees.id),
    format: statementFormat('format').notNull(),
    /** The bank whose columns a table had (statement_banks); null for others. The account's next table is read by the newest. */
    bank: text('bank'),
    fileName: text('file_name').notNull(),
    /** SHA-256 of the file. */
    fileHash: bytes('file_hash').notNull(),
    /** How many lines it has, and how many of them no file had before. */
    lineCount: integer('line_count').notNull(),
    newCount: integer('new_count').notNull(),
    importedBy: bigId('imported_by')
      .notNull()
      .references(() => users.id),
    importedAt: instant('imported_at').notNull(),
  },
  (t) => [
    uniqueIndex('statements_file_unique').on(t.payeeId, t.fileHash),
    check('statements_file_name_length', sql`char_length(${t.fileName}) between 1 and 200`),
    check('statements_bank_length', sql`char_length(${t.bank}) between 1 and 40`),
  ],
);

export const statementLineState = pgEnum('statement_line_state', ['matched', 'proposed', 'unmatched', 'set_aside']);
/** What a line is that is neither deposit nor payout. */
export const statementAsideKind = pgEnum('statement_aside_kind', [
  'charge',
  'interest',
  'own_transfer',
  'returned',
  'unclaimed',
]);

/**
 * Lines of bank statements. Equal lines of a day are told apart by their position among each other, so that a day that
 * is exported twice has its lines once, and two equal payments are two lines. Only state, request, kind and reason change.
 */
export const statementLines = pgTable(
  'statement_lines',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    payeeId: bigId('payee_id')
      .notNull()
      .references(() => payees.id),
    statementId: bigId('statement_id')
      .notNull()
      .references(() => statements.id),
    /** The day on which the bank booked it. */
    day: date('day', { mode: 'string' }).notNull(),
    /** The instant, where the bank gives a time. */
    at: instant('at'),
    /** Credit: into the account. */
    direction: transactionType('direction').notNull(),
    amount: paise('amount').notNull(),
    description: text('description').notNull(),
    /** The bank's reference, upper case; of a line that matched by itself, the request's key. */
    reference: text('reference'),
    /**
     * Of a matched credit: the key of its reference (reference_key), which no other one has. The trigger statement_lines_guard
     * sets it; null where two had the same before this rule.
     */
    creditKey: text('credit_key'),
    /** Everything in the line that may be a reference, upper case. */
    tokens: text('tokens').array().notNull(),
    /** SHA-256 of what makes two lines equal. */
    lineHash: bytes('line_hash').notNull(),
    /** Position among the equal lines of its day, from 1. */
    ordinal: smallint('ordinal').notNull(),
    state: statementLineState('state').notNull().default('unmatched'),
    /** The request that it pays, or is proposed to pay. */
    transactionId: bigId('transaction_id').references(() => walletTransactions.id),
    /** Of a line set aside: what it is; null of those from before there were kinds. */
    asideKind: statementAsideKind('aside_kind'),
    reason: text('reason'),
    /** The admin who matched it or set it aside; null: it matched by itself. */
    decidedBy: bigId('decided_by').references(() => users.id),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    uniqueIndex('statement_lines_position_unique').on(t.payeeId, t.day, t.lineHash, t.ordinal),
    // A request is paid by one line, and proposed for one; a payout that came back has the line of that, too.
    uniqueIndex('statement_lines_transaction_unique').on(t.transactionId, t.direction),
    // A reference credits once, whichever account it came to.
    uniqueIndex('statement_lines_credit_unique').on(t.creditKey),
    index('statement_lines_state_index').on(t.payeeId, t.state, t.id),
    // Lines with the key of a request's reference.
    index('statement_lines_tokens_index').using('gin', t.tokens),
    // For the admins' search.
    index('statement_lines_text_index').using('gin', sql`(${statementText}) extensions.gin_trgm_ops`),
    index('statement_lines_amount_index').on(t.amount, t.id),
    index('statement_lines_day_index').on(t.payeeId, t.day, t.id),
    // Unclaimed receipts, the oldest first.
    index('statement_lines_unclaimed_index')
      .on(t.day, t.id)
      .where(sql`${t.asideKind} = 'unclaimed'`),
    check('statement_lines_amount_positive', sql`${t.amount} > 0`),
    check('statement_lines_ordinal_positive', sql`${t.ordinal} > 0`),
    check(
      'statement_lines_state_fields',
      sql`(${t.state} in ('matched', 'proposed')) = (${t.transactionId} is not null)
       and (${t.state} = 'set_aside') = (${t.reason} is not null)
       and (${t.state} <> 'set_aside' or ${t.decidedBy} is not null)`,
    ),
    check('statement_lines_aside_kind', sql`${t.asideKind} is null or ${t.state} = 'set_aside'`),
    check('statement_lines_unclaimed_came_in', sql`${t.asideKind} <> 'unclaimed' or ${t.direction} = 'credit'`),
    check('statement_lines_reason_length', sql`char_length(${t.reason}) between 3 and 500`),
    check('statement_lines_description_length', sql`char_length(${t.description}) <= 500`),
  ],
);

/**
 * How the amount of a line moved as it became an unclaimed receipt (unclaimed_receipt: from cash to the account `unclaimed`), and back
 * where its kind changed. move_unclaimed adds a row with its transfer. Insert-only.
 */
export const unclaimedMoves = pgTable(
  'unclaimed_moves',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    lineId: bigId('line_id')
      .notNull()
      .references(() => statementLines.id),
    kind: transferKind('kind').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('unclaimed_moves_line_index').on(t.lineId),
    check('unclaimed_moves_kind', sql`${t.kind} in ('unclaimed_receipt', 'unclaimed_reversal')`),
  ],
);

/** What a bank states as the balance of an account before and after the lines of a day. */
export const statementBalances = pgTable(
  'statement_balances',
  {
    payeeId: bigId('payee_id')
      .notNull()
      .references(() => payees.id),
    day: date('day', { mode: 'string' }).notNull(),
    opening: paise('opening'),
    closing: paise('closing'),
  },
  (t) => [primaryKey({ name: 'statement_balances_pkey', columns: [t.payeeId, t.day] })],
);

/** Days that are closed: by the statement, and by the ledger. Insert-only, by `close_statement_day`. */
export const statementDays = pgTable(
  'statement_days',
  {
    payeeId: bigId('payee_id')
      .notNull()
      .references(() => payees.id),
    day: date('day', { mode: 'string' }).notNull(),
    opening: paise('opening').notNull(),
    moneyIn: paise('money_in').notNull(),
    moneyOut: paise('money_out').notNull(),
    closing: paise('closing').notNull(),
    ledgerOpening: paise('ledger_opening').notNull(),
    ledgerIn: paise('ledger_in').notNull(),
    ledgerOut: paise('ledger_out').notNull(),
    /** Lines set aside, into the account less out of it. */
    setAside: paise('set_aside').notNull(),
    ledgerClosing: paise('ledger_closing').notNull(),
    /** closing - ledgerClosing. */
    drift: paise('drift').notNull(),
    /** Why it was closed with a drift. */
    reason: text('reason'),
    closedBy: bigId('closed_by')
      .notNull()
      .references(() => users.id),
    closedAt: instant('closed_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'statement_days_pkey', columns: [t.payeeId, t.day] }),
    check(
      'statement_days_add_up',
      sql`${t.ledgerClosing} = ${t.ledgerOpening} + ${t.ledgerIn} - ${t.ledgerOut} + ${t.setAside}
       and ${t.drift} = ${t.closing} - ${t.ledgerClosing}`,
    ),
    check(
      'statement_days_drift_has_reason',
      sql`${t.drift} = 0 or coalesce(char_length(${t.reason}), 0) between 10 and 500`,
    ),
  ],
);

/** The requests that a closed day's figures of the ledger are made of: each counts on one day. Insert-only. */
export const statementDayTransactions = pgTable(
  'statement_day_transactions',
  {
    transactionId: bigId('transaction_id')
      .primaryKey()
      .references(() => walletTransactions.id),
    payeeId: bigId('payee_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
  },
  (t) => [index('statement_day_transactions_day_index').on(t.payeeId, t.day)],
);
