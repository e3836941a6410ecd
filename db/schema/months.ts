import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { bigId, bytes, instant, paise } from '../columns.ts';

/** A month whose bets, payouts and transfers are in files, out of the database. Insert-only, by archive_month. */
export const archivedMonths = pgTable(
  'archived_months',
  {
    /** Such as 2611. */
    month: smallint('month').primaryKey(),
    /** SHA-256 of the files' manifest, which has that of each file. */
    sha256: bytes('sha256').notNull(),
    betCount: bigId('bet_count').notNull(),
    /** The last transfer of the month. */
    lastTransferId: bigId('last_transfer_id').notNull(),
    archivedAt: instant('archived_at').notNull(),
  },
  (t) => [check('archived_months_32_bytes', sql`octet_length(${t.sha256}) = 32`)],
);

/** What the transfers of an archived month moved, by account: more than zero came in. Their sum is zero. Insert-only. */
export const archivedMoves = pgTable(
  'archived_moves',
  {
    month: smallint('month')
      .notNull()
      .references(() => archivedMonths.month),
    accountId: bigId('account_id').notNull(),
    moved: paise('moved').notNull(),
  },
  (t) => [primaryKey({ name: 'archived_moves_pkey', columns: [t.month, t.accountId] })],
);
