import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  jsonb,
  pgEnum,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bigId, bytes, instant, paise } from '../columns.ts';
import { users } from './accounts.ts';
import { aboutPerson } from './searchTexts.ts';

/** The single row of game settings. Contests copy what they need when they open. */
export const gameSettings = pgTable(
  'game_settings',
  {
    id: smallint('id').primaryKey().default(1),
    /** On: the provably fair draw decides. Off: the profit rule does. */
    randomize: boolean('randomize').notNull().default(true),
    /** Slider 0-9: which outcome, ordered by house profit from the lowest, the profit rule picks. */
    profitabilityIndex: smallint('profitability_index').notNull().default(0),
  },
  (t) => [
    check('game_settings_single_row', sql`${t.id} = 1`),
    check('game_settings_profitability_index_range', sql`${t.profitabilityIndex} between 0 and 9`),
  ],
);

/** What the operator demands of payments: a single row. */
export const paymentSettings = pgTable(
  'payment_settings',
  {
    id: smallint('id').primaryKey().default(1),
    /** The smallest withdrawal, unless it is everything that is available. */
    minWithdrawal: paise('min_withdrawal').notNull(),
  },
  (t) => [
    check('payment_settings_single_row', sql`${t.id} = 1`),
    check('payment_settings_min_withdrawal_range', sql`${t.minWithdrawal} between 1 and 50000`),
  ],
);

/** Keys that the server creates once and stores: token signing, id sealing, link hashing. */
export const serverSecrets = pgTable('server_secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
  /** Which key the value is encrypted with; null: in clear. */
  keyId: text('key_id'),
});

/** Public: every key with which receipts of bets have been signed, as C2SP's `name+id+key`. Insert-only. */
export const receiptKeys = pgTable(
  'receipt_keys',
  { vkey: text('vkey').primaryKey(), createdAt: instant('created_at').notNull() },
  (t) => [check('receipt_keys_form', sql`${t.vkey} ~ '^[!-*,-~]{1,200}[+][0-9a-f]{8}[+][A-Za-z0-9+/]{44}$'`)],
);

export const payeeChannel = pgEnum('payee_channel', ['upi', 'bank']);

/** Accounts to which players pay deposits. Removed payees keep their row, because deposits refer to them. */
export const payees = pgTable(
  'payees',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    channel: payeeChannel('channel').notNull(),
    upiId: text('upi_id'),
    accountNumber: text('account_number'),
    ifscCode: text('ifsc_code'),
    accountHolderName: text('account_holder_name'),
    active: boolean('active').notNull().default(true),
    createdAt: instant('created_at').notNull(),
    /** When it was last activated or chosen to be shown; players are shown the active payee with the newest one. */
    activatedAt: instant('activated_at').notNull(),
    deactivatedAt: instant('deactivated_at'),
    removedAt: instant('removed_at'),
  },
  (t) => [
    uniqueIndex('payees_upi_id_unique')
      .on(t.upiId)
      .where(sql`${t.removedAt} is null`),
    uniqueIndex('payees_account_number_unique')
      .on(t.accountNumber, t.ifscCode)
      .where(sql`${t.removedAt} is null`),
    index('payees_channel_index').on(t.channel, t.id),
    check(
      'payees_channel_fields',
      sql`(${t.channel} = 'upi' and ${t.upiId} is not null and ${t.accountNumber} is null)
       or (${t.channel} = 'bank' and ${t.upiId} is null and ${t.accountNumber} is not null and ${t.ifscCode} is not null and ${t.accountHolderName} is not null)`,
    ),
    check('payees_inactive_has_instant', sql`${t.active} = (${t.deactivatedAt} is null)`),
    check('payees_removed_is_inactive', sql`${t.removedAt} is null or not ${t.active}`),
  ],
);

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** Every admin action: insert-only, each row contains the hash of the previous one. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigId('id').primaryKey(),
    /** Null for actions of the server itself. */
    actorId: bigId('actor_id').references(() => users.id),
    action: text('action').notNull(),
    /** What the action concerned: a kind, and the name that admins use for it (a UID, a game id, a UPI id, …). */
    subjectType: text('subject_type').notNull(),
    subject: text('subject').notNull(),
    /** Canonical JSON, or null when there was no previous value. */
    before: text('before'),
    after: text('after'),
    reason: text('reason'),
    at: instant('at').notNull(),
    /**
     * Id of the transaction that wrote it: changes in the same transaction count as audited. Null in rows from before
     * this column.
     */
    transactionId: transactionId('transaction_id'),
    previousHash: bytes('previous_hash').notNull(),
    hash: bytes('hash').notNull(),
  },
  (t) => [
    uniqueIndex('audit_log_hash_unique').on(t.hash),
    index('audit_log_action_index').on(t.action, t.id),
    index('audit_log_actor_id_index').on(t.actorId, t.id),
    index('audit_log_subject_index').on(t.subjectType, t.subject, t.id),
    // What was decided about a person, for their timeline: without sign-ins and readings, which are most of the log.
    index('audit_log_about_index').on(t.subject, t.at, t.id).where(aboutPerson),
  ],
);

/** Reports that all servers together send once per period: when each kind was last sent. */
export const reports = pgTable('reports', {
  name: text('name').primaryKey(),
  lastAt: instant('last_at').notNull(),
});

/**
 * The audits of the books. One for each night: of all servers, the one that adds or takes over its row runs it. Unfinished, or
 * failed, it is run again. And those run by hand (`npm run audit`), which are finished.
 */
export const bookAudits = pgTable('book_audits', {
  /** 03:00 in India; of an audit by hand its start. */
  dueAt: instant('due_at').primaryKey(),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
  /** Why it could not be finished; null while it runs and once it has. */
  failure: text('failure'),
  /** `{name, faultCount, faults}` of every check; null until it is finished. */
  checks: jsonb('checks').$type<{ name: string; faultCount: number; faults: string[] }[]>(),
});

/** An admin's own filters of a list, by name. `query` is the address's query string, which only that screen reads. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    adminId: bigId('admin_id')
      .notNull()
      .references(() => users.id),
    screen: text('screen').notNull(),
    name: text('name').notNull(),
    query: text('query').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('saved_filters_name_unique').on(t.adminId, t.screen, t.name),
    check('saved_filters_name_length', sql`char_length(${t.name}) between 1 and 40`),
    check('saved_filters_query_length', sql`char_length(${t.query}) <= 1000`),
  ],
);

export const pauseScope = pgEnum('pause_scope', [
  'sapreHalf',
  'sapreOne',
  'sapreThree',
  'deposits',
  'withdrawals',
  'everything',
]);

/** What an operator has paused: a row each, with the notice that players see; no row once it is resumed. */
export const pauses = pgTable(
  'pauses',
  {
    scope: pauseScope('scope').primaryKey(),
    notice: text('notice').notNull(),
    /** In Hindi; null: the English one is shown. */
    noticeHi: text('notice_hi'),
    pausedAt: instant('paused_at').notNull(),
    pausedBy: bigId('paused_by')
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    check(
      'pauses_notice_length',
      sql`char_length(${t.notice}) between 3 and 300 and char_length(${t.noticeHi}) between 3 and 300`,
    ),
  ],
);

/** Texts that players see from starts_at to ends_at. */
export const announcements = pgTable(
  'announcements',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    text: text('text').notNull(),
    /** In Hindi; null: the English one is shown. */
    textHi: text('text_hi'),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: bigId('created_by')
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    index('announcements_ends_at_index').on(t.endsAt),
    check('announcements_times_ordered', sql`${t.startsAt} < ${t.endsAt}`),
    check(
      'announcements_text_length',
      sql`char_length(${t.text}) between 3 and 300 and char_length(${t.textHi}) between 3 and 300`,
    ),
  ],
);
