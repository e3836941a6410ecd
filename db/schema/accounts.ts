import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bigId, bytes, instant } from '../columns.ts';
import { memberText } from './searchTexts.ts';

export const userType = pgEnum('user_type', ['player', 'admin']);
/** ISO 639 codes of the languages of the app. */
export const userLanguage = pgEnum('user_language', ['en', 'hi']);
export const userStatus = pgEnum('user_status', ['active', 'deactivated']);
/** What an admin may do depends on these (server/domain/ground/README.md#who-may-do-what). */
export const adminRole = pgEnum('admin_role', ['OWNER', 'FINANCE', 'SUPPORT', 'GAME', 'AUDITOR']);

/** Every user who can sign in. `id` is dense, so that a bitmap of players stays small. */
export const users = pgTable(
  'users',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The UID shown to users: digits only, not guessable from its order. */
    uid: text('uid').notNull(),
    /** Always lower case, which a constraint enforces. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    avatar: text('avatar').notNull(),
    userType: userType('user_type').notNull(),
    /** That of their mails and notifications, and of the app after signing in. */
    language: userLanguage('language').notNull().default('en'),
    status: userStatus('status').notNull().default('active'),
    /** The admin made at first start; cannot be deactivated. */
    isPrimary: boolean('is_primary').notNull().default(false),
    /** Played by `npm run crowd` or `npm run load`. Set at registration only, with play money only: guard_simulated. */
    simulated: boolean('simulated').notNull().default(false),
    /** An admin's, any number of them; empty for players. */
    roles: adminRole('roles')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Since when an active admin is an owner, by the database's clock (note_owner sets it); null: is none. */
    ownerSince: instant('owner_since'),
    passwordHash: text('password_hash').notNull(),
    /** Whether an admin's password is still the one that was mailed. */
    passwordMailed: boolean('password_mailed').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    deactivatedAt: instant('deactivated_at'),
    deactivationReason: text('deactivation_reason'),
    /** When the player closed it, for ever, and their personal data was erased. Set by close_account only. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('users_email_unique').on(t.email),
    uniqueIndex('users_uid_unique').on(t.uid),
    uniqueIndex('users_primary_unique')
      .on(t.isPrimary)
      .where(sql`${t.isPrimary}`),
    index('users_name_index').on(sql`lower(${t.name})`),
    // Parts of what names a user; the extension pg_trgm is in a schema of its own.
    index('users_text_index').using('gin', sql`(${memberText}) extensions.gin_trgm_ops`),
    index('users_user_type_id_index').on(t.userType, t.id),
    // Players by the week in which they registered.
    index('users_player_created_at_index')
      .on(t.createdAt, t.id)
      .where(sql`${t.userType} = 'player'`),
    check('users_email_lower_case', sql`${t.email} = lower(${t.email})`),
    check('users_uid_digits', sql`${t.uid} ~ '^[0-9]{6,12}$'`),
    check('users_name_length', sql`char_length(${t.name}) between 1 and 80`),
    check(
      'users_primary_is_active_admin',
      sql`not ${t.isPrimary} or (${t.userType} = 'admin' and ${t.status} = 'active')`,
    ),
    check('users_simulated_is_player', sql`not ${t.simulated} or ${t.userType} = 'player'`),
    // Whether there are any, and their bets in a round.
    index('users_simulated_index')
      .on(t.id)
      .where(sql`${t.simulated}`),
    check('users_roles_of_admins', sql`${t.userType} = 'admin' or cardinality(${t.roles}) = 0`),
    check('users_primary_is_owner', sql`not ${t.isPrimary} or 'OWNER' = any(${t.roles})`),
    check('users_closed_is_deactivated', sql`${t.closedAt} is null or ${t.status} = 'deactivated'`),
    check('users_deactivated_has_instant', sql`(${t.status} = 'deactivated') = (${t.deactivatedAt} is not null)`),
  ],
);

/** A session. Access tokens name their session, so ending the row ends them. */
export const sessions = pgTable(
  'sessions',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the opaque refresh token; the token itself is never stored. */
    refreshHash: bytes('refresh_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    /** logout, password_change, password_reset, deactivation, self_exclusion, account_closed, second_factor_reset, ended_by_user, ended_by_admin, restore, went_live, too_many. */
    endReason: text('end_reason'),
    userAgent: text('user_agent'),
    address: text('address'),
    /** Whether its opening is in the audit log: of a player’s from one device, the first of an hour is. */
    audited: boolean('audited').notNull().default(true),
  },
  (t) => [
    uniqueIndex('sessions_refresh_hash_unique').on(t.refreshHash),
    index('sessions_user_id_index').on(t.userId, t.id),
    // The player's timeline.
    index('sessions_user_id_created_at_index').on(t.userId, t.createdAt, t.id),
    index('sessions_user_id_ended_at_index')
      .on(t.userId, t.endedAt, t.id)
      .where(sql`${t.endedAt} is not null`),
    // When it ends or ended; rows are purged by age.
    index('sessions_end_index').on(sql`least(${t.endedAt}, ${t.expiresAt})`),
  ],
);

export const linkPurpose = pgEnum('link_purpose', ['password_reset', 'password_reset_token', 'sign_in', 'download']);

/** Secrets that travel in links; single-use, except those of downloads. Only their hash is stored. */
export const linkTokens = pgTable(
  'link_tokens',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    purpose: linkPurpose('purpose').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    /** Downloads: the path of this server that the link opens. */
    target: text('target'),
    /** Downloads: the session that requested it; the link ends with it. */
    sessionId: bigId('session_id').references(() => sessions.id),
    /** Password reset tokens: the mailed link that was exchanged for the token. */
    linkId: bigId('link_id').references((): AnyPgColumn => linkTokens.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** Downloads: the requests that were answered. */
    uses: smallint('uses').notNull().default(0),
  },
  (t) => [
    uniqueIndex('link_tokens_secret_hash_unique').on(t.secretHash),
    index('link_tokens_user_id_index').on(t.userId),
    index('link_tokens_expires_at_index').on(t.expiresAt),
    index('link_tokens_session_id_index')
      .on(t.sessionId)
      .where(sql`${t.sessionId} is not null`),
    index('link_tokens_link_id_index')
      .on(t.linkId)
      .where(sql`${t.linkId} is not null`),
    check(
      'link_tokens_purpose_fields',
      sql`(${t.purpose} = 'download') = (${t.target} is not null and ${t.sessionId} is not null)
      and (${t.purpose} = 'password_reset_token') = (${t.linkId} is not null)`,
    ),
  ],
);

/** Mail outbox: rows are inserted in the transaction that causes the mail, and delivered later with retry. */
export const mails = pgTable(
  'mails',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** UTF-8 text, encrypted where there is a key. Erased once delivered: it may hold a password or a link. */
    body: bytes('body'),
    /** Which key the body is encrypted with; null: in clear. */
    keyId: text('key_id'),
    /** MONEY_MODE and PUBLIC_URL with which it was written: it is sent with the same alone. Null of mails from before. */
    moneyMode: text('money_mode').$type<'play' | 'real'>(),
    publicUrl: text('public_url'),
    createdAt: instant('created_at').notNull(),
    attempts: bigint('attempts', { mode: 'number' }).notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    sentAt: instant('sent_at'),
    lastError: text('last_error'),
  },
  (t) => [
    index('mails_created_at_index').on(t.createdAt),
    index('mails_due_index')
      .on(t.nextAttemptAt)
      .where(sql`${t.sentAt} is null`),
  ],
);

/**
 * A device on which the user has signed in before, known by a random token in a cookie. The token authenticates
 * nothing: it only exempts the device from the account's login limit, which guesses from other devices may have used
 * up.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: bytes('token_hash').primaryKey(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('known_devices_user_id_index').on(t.userId), index('known_devices_expires_at_index').on(t.expiresAt)],
);

/**
 * Token buckets of the limits on guesses and mails, shared by all servers and written by `take_token`. A bucket without
 * a row is full.
 */
export const tokenBuckets = pgTable(
  'token_buckets',
  {
    /** Keyed hash of the limit and its subject. */
    key: bytes('key').primaryKey(),
    /** When the bucket will be full again: the distance to now is what has been taken. */
    fullAt: instant('full_at').notNull(),
  },
  (t) => [index('token_buckets_full_at_index').on(t.fullAt)],
);

/**
 * Second factors of accounts: secrets of authenticator apps (TOTP). An account has at most one that is confirmed, which
 * signing in asks for, and at most one that waits to be confirmed.
 */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    /** 20 bytes, encrypted where there is a key. */
    secret: bytes('secret').notNull(),
    /** Which key the secret is encrypted with; null: in clear. */
    keyId: text('key_id'),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    /** The step of the last accepted code, in 30 s since 1970. It only increases, so that no code is accepted twice. */
    lastStep: bigint('last_step', { mode: 'number' }),
  },
  (t) => [
    uniqueIndex('second_factors_confirmed_unique')
      .on(t.userId)
      .where(sql`${t.confirmedAt} is not null`),
    uniqueIndex('second_factors_pending_unique')
      .on(t.userId)
      .where(sql`${t.confirmedAt} is null`),
    check('second_factors_confirmed_by_code', sql`(${t.confirmedAt} is null) = (${t.lastStep} is null)`),
  ],
);

/** Recovery codes of a second factor, each good for one sign-in. Only their hash is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    factorId: bigId('factor_id')
      .notNull()
      .references(() => secondFactors.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code, which has 80 random bits. */
    codeHash: bytes('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.factorId, t.codeHash] })],
);
