import { sql } from 'drizzle-orm';
import { check, index, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigId, instant } from '../columns.ts';
import { users } from './accounts.ts';

/** What admins mark players with. */
export const playerFlag = pgEnum('player_flag', ['WATCH', 'VIP', 'CHARGEBACK_RISK', 'PROBLEM_GAMBLING']);

/**
 * Internal notes about players, insert-only: a correction is another note. guard_player_note lets close_account alone
 * erase their words.
 */
export const playerNotes = pgTable(
  'player_notes',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    playerId: bigId('player_id')
      .notNull()
      .references(() => users.id),
    authorId: bigId('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('player_notes_player_id_created_at_index').on(t.playerId, t.createdAt, t.id),
    check('player_notes_text_length', sql`char_length(${t.text}) between 1 and 2000`),
  ],
);

/** The flags that players have now. Each change has its row in the audit log (audit_about_player). */
export const playerFlags = pgTable(
  'player_flags',
  {
    playerId: bigId('player_id')
      .notNull()
      .references(() => users.id),
    flag: playerFlag('flag').notNull(),
    reason: text('reason').notNull(),
    setBy: bigId('set_by')
      .notNull()
      .references(() => users.id),
    setAt: instant('set_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'player_flags_pkey', columns: [t.playerId, t.flag] }),
    // The list of players with a flag.
    index('player_flags_flag_index').on(t.flag, t.playerId),
    check('player_flags_reason_length', sql`char_length(${t.reason}) between 1 and 500`),
  ],
);
