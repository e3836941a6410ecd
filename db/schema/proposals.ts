import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigId, instant, paise } from '../columns.ts';
import { users } from './accounts.ts';

/** What may need a second admin (server/domain/proposals/README.md#four-eyes). */
export const proposalKind = pgEnum('proposal_kind', [
  'payout',
  'correction',
  'payee',
  'roles',
  'override',
  'void',
  'deposit',
  'policy',
  // Crediting a line of a statement to a player who has sent no request.
  'line_credit',
  // That a payout was sent back, where no line of a statement shows it.
  'payout_return',
]);

export const proposalStatus = pgEnum('proposal_status', [
  'open',
  'confirmed',
  'declined',
  'withdrawn',
  'lapsed',
  // Done because no owner answered in time: policy alone.
  'unopposed',
]);

/** From which amount on each kind needs a second admin. One row for each kind. */
export const secondAdminThresholds = pgTable(
  'second_admin_thresholds',
  {
    kind: proposalKind('kind').primaryKey(),
    /** 0: always; null: never. Kinds without an amount have no other value. */
    fromAmount: paise('from_amount'),
    /** From which sum of a day on one admin needs a second one, over all players; null: never. */
    makerDayAmount: paise('maker_day_amount'),
  },
  (t) => [
    check(
      'second_admin_thresholds_amount',
      sql`${t.fromAmount} >= 0 and (${t.fromAmount} = 0 or ${t.kind} in ('payout', 'correction', 'deposit'))`,
    ),
    check(
      'second_admin_thresholds_maker_day_amount',
      sql`${t.makerDayAmount} is null or ${t.makerDayAmount} > 0 and ${t.kind} in ('payout', 'correction', 'deposit')`,
    ),
    // Loosening a threshold always needs another owner, and crediting a line another admin: that is no setting.
    check('second_admin_thresholds_no_policy', sql`${t.kind}::text not in ('policy', 'line_credit', 'payout_return')`),
  ],
);

/** What one admin (the maker) proposes and another (the checker) confirms or declines. Decided once, then kept for ever. */
export const proposals = pgTable(
  'proposals',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: proposalKind('kind').notNull(),
    /**
     * What it concerns: a wallet transaction (payout, deposit), a user (correction, roles), a payee, a contest (override, void),
     * a line of a statement (line_credit), or by its number the kind whose threshold is loosened (policy).
     */
    subjectId: bigId('subject_id').notNull(),
    /** How the audit log names that. */
    subjectType: text('subject_type').notNull(),
    subject: text('subject').notNull(),
    /** In paise; null for kinds without an amount. */
    amount: paise('amount'),
    /** What is to be done: the inputs of the action, as its kind defines them. */
    payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
    makerId: bigId('maker_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    /** From then on it can't be confirmed. */
    expiresAt: instant('expires_at').notNull(),
    status: proposalStatus('status').notNull().default('open'),
    /** Who confirmed or declined it. */
    checkerId: bigId('checker_id').references(() => users.id),
    decidedAt: instant('decided_at'),
    /** Policy: when every admin was told of it, a day and six days after it was made. */
    firstToldAt: instant('first_told_at'),
    lastToldAt: instant('last_told_at'),
  },
  (t) => [
    uniqueIndex('proposals_open_unique')
      .on(t.kind, t.subjectId)
      .where(sql`${t.status} = 'open'`),
    // A number that was not confirmed is not proposed again by the same admin: each proposal holds up betting.
    uniqueIndex('proposals_override_once')
      .on(t.subjectId, t.makerId)
      .where(sql`${t.kind} = 'override' and ${t.status} <> 'confirmed'`),
    index('proposals_subject_index').on(t.kind, t.subjectId, t.id),
    index('proposals_decided_at_index').on(t.decidedAt),
    check('proposals_two_admins', sql`${t.checkerId} <> ${t.makerId}`),
    check('proposals_checked', sql`(${t.status} in ('confirmed', 'declined')) = (${t.checkerId} is not null)`),
    check('proposals_decided_has_instant', sql`(${t.status} = 'open') = (${t.decidedAt} is null)`),
    check('proposals_expires_later', sql`${t.expiresAt} > ${t.createdAt}`),
  ],
);
