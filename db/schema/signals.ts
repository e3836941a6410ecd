import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgEnum, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigId, bytes, instant } from '../columns.ts';
import { users } from './accounts.ts';

/** What may point to fraud (server/domain/signals/README.md#signals). */
export const signalKind = pgEnum('signal_kind', [
  'sharedUpi',
  'sharedAccount',
  'sharedDevice',
  'sharedAddress',
  'repeatedReference',
  'oppositeBets',
  'unplayed',
  'newDevice',
  'excludedAccount',
  'excludedDevice',
]);

/** Lapsed: an undecided signal whose cause was not found again. */
export const signalState = pgEnum('signal_state', ['open', 'reviewed', 'dismissed', 'lapsed']);

/** Signs of fraud that the detection found, one row for each cause, with what they rest on. */
export const signals = pgTable(
  'signals',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: signalKind('kind').notNull(),
    /** Keyed hash of what makes it the same signal in the next run: an account, a device, a reference, players. */
    causeHash: bytes('cause_hash').notNull(),
    /** Whom it concerns, by user id, in ascending order. */
    players: bigint('players', { mode: 'bigint' }).array().notNull(),
    /** How likely it is fraud, 1 to 100. */
    score: smallint('score').notNull(),
    /** What it rests on, as its kind defines it; payout accounts by their last characters, no addresses. */
    evidence: jsonb('evidence').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** When the first and the last of what it rests on happened. */
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** When the detection found it last. */
    detectedAt: instant('detected_at').notNull(),
    state: signalState('state').notNull().default('open'),
    /** Why an admin reviewed or dismissed it. */
    reason: text('reason'),
    decidedBy: bigId('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    uniqueIndex('signals_cause_unique').on(t.kind, t.causeHash),
    index('signals_state_index').on(t.state, t.score, t.id),
    // Signals of a player.
    index('signals_players_index').using('gin', t.players),
    check('signals_score_range', sql`${t.score} between 1 and 100`),
    check('signals_has_players', sql`cardinality(${t.players}) > 0`),
    check(
      'signals_decided_complete',
      sql`(${t.state} in ('reviewed', 'dismissed')) = (${t.decidedBy} is not null)
       and (${t.decidedBy} is null) = (${t.decidedAt} is null)
       and (${t.decidedBy} is null) = (${t.reason} is null)`,
    ),
    check('signals_reason_length', sql`char_length(${t.reason}) between 10 and 500`),
  ],
);
