import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { bigId, bytes, instant } from '../columns.ts';
import { contests } from './contests.ts';

/**
 * The public log (server/domain/publicLog/README.md#the-public-log). Its one row names it: the first line of its
 * checkpoints, which never changes.
 */
export const publicLogs = pgTable(
  'public_logs',
  { id: smallint('id').primaryKey(), origin: text('origin').notNull() },
  (t) => [
    check('public_logs_one_row', sql`${t.id} = 1`),
    check('public_logs_origin_form', sql`${t.origin} ~ '^[!-*,-~]{1,200}$'`),
  ],
);

/** Entries that transactions have made and that have no place in the tree yet, in the order in which they were made. */
export const logPending = pgTable(
  'log_pending',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    contestId: bigId('contest_id').references(() => contests.id),
    entry: text('entry').notNull(),
  },
  // An entry of a tile has two bytes for its length.
  (t) => [check('log_pending_entry_length', sql`octet_length(${t.entry}) between 2 and 65535`)],
);

/** The verifiers that servers have offered for download, by the SHA-256 of each file. Insert-only. */
export const verifierReleases = pgTable(
  'verifier_releases',
  {
    /** Of verify.html. */
    html: bytes('html').notNull(),
    /** Of verify.py. */
    python: bytes('python').notNull(),
    offeredAt: instant('offered_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'verifier_releases_pkey', columns: [t.html, t.python] }),
    check('verifier_releases_32_bytes', sql`octet_length(${t.html}) = 32 and octet_length(${t.python}) = 32`),
  ],
);

/** The leaves of the tree. Insert-only, numbered from 0 without gaps by merge_log. */
export const logEntries = pgTable(
  'log_entries',
  {
    index: bigint('index', { mode: 'number' }).primaryKey(),
    contestId: bigId('contest_id').references(() => contests.id),
    /** The leaf: one line of JSON. */
    entry: text('entry').notNull(),
    /** RFC 6962's hash of the leaf. */
    hash: bytes('hash').notNull(),
  },
  (t) => [
    index('log_entries_contest_id_index').on(t.contestId),
    check('log_entries_hash_32_bytes', sql`octet_length(${t.hash}) = 32`),
  ],
);

/** Hashes of complete subtrees of 256, 65,536, … entries (level 1, 2, …): the tiles above the leaves. Insert-only. */
export const logSubtrees = pgTable(
  'log_subtrees',
  {
    level: smallint('level').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
  },
  (t) => [
    primaryKey({ name: 'log_subtrees_pkey', columns: [t.level, t.index] }),
    check('log_subtrees_hash_32_bytes', sql`octet_length(${t.hash}) = 32`),
  ],
);

/** Signed states of the tree. The newest is the log's; older ones are kept for a day. */
export const logCheckpoints = pgTable(
  'log_checkpoints',
  {
    size: bigint('size', { mode: 'number' }).primaryKey(),
    root: bytes('root').notNull(),
    /** The signed note. */
    note: text('note').notNull(),
    /** By the database's clock. */
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('log_checkpoints_created_at_index').on(t.createdAt),
    check('log_checkpoints_root_32_bytes', sql`octet_length(${t.root}) = 32`),
  ],
);

/** Witnesses' signatures of checkpoints, verified by the server that asked for them. Gone with their checkpoint. */
export const logCosignatures = pgTable(
  'log_cosignatures',
  {
    size: bigint('size', { mode: 'number' })
      .notNull()
      .references(() => logCheckpoints.size, { onDelete: 'cascade' }),
    /** The witness's key. */
    vkey: text('vkey').notNull(),
    /** By the witness's clock, in whole seconds. */
    signedAt: instant('signed_at').notNull(),
    /** By the database's clock. */
    receivedAt: instant('received_at').notNull(),
    /** The line of a signed note. */
    line: text('line').notNull(),
  },
  (t) => [primaryKey({ name: 'log_cosignatures_pkey', columns: [t.size, t.vkey] })],
);

/** When each witness answered last. One server at a time, with a lease, calls it. */
export const logWitnesses = pgTable('log_witnesses', {
  vkey: text('vkey').primaryKey(),
  /** The size of the newest checkpoint that it has confirmed. */
  size: bigint('size', { mode: 'number' }).notNull().default(0),
  leasedUntil: instant('leased_until'),
  /** Not asked before. */
  retryAt: instant('retry_at'),
  confirmedAt: instant('confirmed_at'),
  /** Failures since then. */
  failures: integer('failures').notNull().default(0),
  /** What was wrong with the last one. */
  fault: text('fault').$type<WitnessFault>(),
});

/**
 * Nothing came in time; it refused; its signature was missing or wrong; or it has confirmed a tree that this one does not
 * continue.
 */
export type WitnessFault = 'SILENT' | 'REFUSED' | 'WRONG_SIGNATURE' | 'OTHER_TREE';
