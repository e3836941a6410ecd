import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigId, bytes, instant } from '../columns.ts';
import { linkTokens } from './accounts.ts';

/** The files of download links, kept so that each request of a link gets the same bytes. */
export const downloadFiles = pgTable(
  'download_files',
  {
    linkId: bigId('link_id')
      .primaryKey()
      .references(() => linkTokens.id, { onDelete: 'cascade' }),
    /** opening, building, whole, cut (larger than what is kept) or failed. */
    state: text('state').notNull(),
    /** Null while it is being opened. */
    mediaType: text('media_type'),
    name: text('name'),
    /** Bytes that are kept by now: all of the file's once it is whole. */
    kept: bigint('kept', { mode: 'number' }).notNull().default(0),
    /** When a request last read from it, to a minute. */
    readAt: instant('read_at').notNull(),
  },
  (t) => [
    index('download_files_read_at_index').on(t.readAt),
    check('download_files_state', sql`${t.state} in ('opening', 'building', 'whole', 'cut', 'failed')`),
  ],
);

/** Their bytes. The table is unlogged: it isn't worth its write-ahead log, and is empty after a crash. */
export const downloadPieces = pgTable(
  'download_pieces',
  {
    linkId: bigId('link_id')
      .notNull()
      .references(() => downloadFiles.linkId, { onDelete: 'cascade' }),
    /** Offset of the first byte. */
    startsAt: bigint('starts_at', { mode: 'number' }).notNull(),
    content: bytes('content').notNull(),
  },
  (t) => [primaryKey({ name: 'download_pieces_pkey', columns: [t.linkId, t.startsAt] })],
);
