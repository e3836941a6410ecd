import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bigId, bytes, instant } from '../columns.ts';
import { adminRole, users } from './accounts.ts';
import { messageText, ticketText, waitingOrder } from './searchTexts.ts';

export const ticketStatus = pgEnum('ticket_status', ['pending', 'success']);

export const documents = pgTable(
  'documents',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    ownerId: bigId('owner_id')
      .notNull()
      .references(() => users.id),
    /** The user whose quota it counts against: the player, or the admin who answered. */
    uploadedBy: bigId('uploaded_by')
      .notNull()
      .references(() => users.id),
    /** Detected from the content (magic bytes), not from the client's declaration. */
    mediaType: text('media_type').notNull(),
    content: bytes('content').notNull(),
    /** The uploaded file's, with the extension of its content; null: uploaded before names were kept. */
    name: text('name'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('documents_uploaded_by_index').on(t.uploadedBy, t.createdAt),
    check(
      'documents_media_type_known',
      sql`${t.mediaType} in ('image/png', 'image/jpeg', 'image/webp', 'application/pdf')`,
    ),
    check('documents_name_length', sql`char_length(${t.name}) between 5 and 105`),
    check('documents_content_size', sql`octet_length(${t.content}) between 1 and 5242880`),
  ],
);

export const tickets = pgTable(
  'tickets',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    playerId: bigId('player_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    status: ticketStatus('status').notNull().default('pending'),
    documentId: bigId('document_id').references(() => documents.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    resolvedAt: instant('resolved_at'),
    resolvedBy: bigId('resolved_by').references(() => users.id),
    /** Support has not opened the ticket since the player's or a team's newest message. Shared by all admins of support. */
    unread: boolean('unread').notNull().default(true),
    /** Who of support works on it: always an active admin who may answer (guard_assignee, release_tickets). */
    assigneeId: bigId('assignee_id').references(() => users.id),
    /** When support last did something that players don't see: what they see is in updatedAt. */
    handledAt: instant('handled_at'),
    /** The player's first message (or the ticket) that no admin has answered; null: answered or resolved (keep_waiting_since). */
    waitingSince: instant('waiting_since'),
    /** The team that support has handed it to, which reads it therefore; null: none (guard_handover). */
    handedTeam: adminRole('handed_team'),
    /** Who of the team has it alone; null: all of the team. */
    handedAdminId: bigId('handed_admin_id').references(() => users.id),
    handedBy: bigId('handed_by').references(() => users.id),
    handedAt: instant('handed_at'),
  },
  (t) => [
    index('tickets_player_id_index').on(t.playerId, t.id),
    // The player's timeline.
    index('tickets_player_id_created_at_index').on(t.playerId, t.createdAt, t.id),
    index('tickets_player_id_resolved_at_index')
      .on(t.playerId, t.resolvedAt, t.id)
      .where(sql`${t.resolvedAt} is not null`),
    index('tickets_status_index').on(t.status, t.id),
    index('tickets_unread_index')
      .on(t.id)
      .where(sql`${t.unread}`),
    index('tickets_assignee_id_index')
      .on(t.assigneeId, t.id)
      .where(sql`${t.assigneeId} is not null`),
    index('tickets_unassigned_index')
      .on(t.status, t.id)
      .where(sql`${t.assigneeId} is null`),
    // Sort order LONGEST_WAITING: the longest wait first, then answered tickets, the newest first.
    index('tickets_waiting_index').on(sql`(${waitingOrder})`, t.id.desc().nullsFirst()),
    index('tickets_handed_index')
      .on(t.handedTeam, t.id)
      .where(sql`${t.handedTeam} is not null`),
    // Parts of its words; the extension pg_trgm is in a schema of its own.
    index('tickets_text_index').using('gin', sql`(${ticketText}) extensions.gin_trgm_ops`),
    check('tickets_resolved_is_read', sql`not (${t.unread} and ${t.status} = 'success')`),
    check('tickets_resolved_has_instant', sql`(${t.status} = 'success') = (${t.resolvedAt} is not null)`),
    check(
      'tickets_resolved_is_nobodys',
      sql`${t.status} <> 'success' or num_nonnulls(${t.waitingSince}, ${t.handedTeam}) = 0`,
    ),
    check('tickets_handed_team_known', sql`${t.handedTeam} in ('OWNER', 'FINANCE', 'GAME')`),
    check('tickets_handed_whole', sql`num_nonnulls(${t.handedTeam}, ${t.handedBy}, ${t.handedAt}) in (0, 3)`),
    check('tickets_handed_admin_of_team', sql`${t.handedAdminId} is null or ${t.handedTeam} is not null`),
  ],
);

export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    ticketId: bigId('ticket_id')
      .notNull()
      .references(() => tickets.id),
    authorId: bigId('author_id')
      .notNull()
      .references(() => users.id),
    message: text('message').notNull(),
    documentId: bigId('document_id').references(() => documents.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('ticket_messages_ticket_id_index').on(t.ticketId, t.id),
    // How much a player has written lately.
    index('ticket_messages_author_id_index').on(t.authorId, t.createdAt),
    index('ticket_messages_text_index').using('gin', sql`(${messageText}) extensions.gin_trgm_ops`),
  ],
);

/**
 * Notes of support about a ticket, which its player never sees. Insert-only: a correction is another note.
 * guard_ticket_note lets close_account alone erase their words.
 */
export const ticketNotes = pgTable(
  'ticket_notes',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    ticketId: bigId('ticket_id')
      .notNull()
      .references(() => tickets.id),
    authorId: bigId('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('ticket_notes_ticket_id_index').on(t.ticketId, t.id),
    check('ticket_notes_text_length', sql`char_length(${t.text}) between 1 and 2000`),
  ],
);

/** Texts that support inserts into answers. Each change has its row in the audit log (audit_canned_answer). */
export const cannedAnswers = pgTable(
  'canned_answers',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    text: text('text').notNull(),
    /** Counts the changes, so that of two admins who change it at once the second is refused. */
    version: integer('version').notNull().default(1),
    changedBy: bigId('changed_by')
      .notNull()
      .references(() => users.id),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    uniqueIndex('canned_answers_name_unique').on(sql`lower(${t.name})`),
    check('canned_answers_name_length', sql`char_length(${t.name}) between 1 and 60`),
    check('canned_answers_text_length', sql`char_length(${t.text}) between 1 and 2000`),
    // Braces are of the known placeholders alone.
    check(
      'canned_answers_placeholders_known',
      sql`regexp_replace(${t.text}, '\\{(name|uid|ticket)\\}', '', 'g') !~ '[{}]'`,
    ),
  ],
);

/** An entry in a user's notification list. Its text is generated when it is shown, from kind and data. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    // No foreign key: users are never deleted, and the check per row took a tenth of the settlement of a round.
    userId: bigId('user_id').notNull(),
    kind: text('kind').notNull(),
    data: jsonb('data').notNull(),
    /** At most one notification per cause. */
    cause: text('cause').notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
  },
  (t) => [
    index('notifications_user_id_index').on(t.userId, t.id),
    uniqueIndex('notifications_cause_unique').on(t.userId, t.cause),
    index('notifications_created_at_index').on(t.createdAt),
  ],
);

export const feedback = pgTable(
  'feedback',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    playerId: bigId('player_id')
      .notNull()
      .references(() => users.id),
    rating: smallint('rating').notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('feedback_player_id_index').on(t.playerId, t.createdAt),
    check('feedback_rating_range', sql`${t.rating} between 1 and 5`),
    check('feedback_text_length', sql`char_length(${t.text}) <= 400`),
  ],
);
