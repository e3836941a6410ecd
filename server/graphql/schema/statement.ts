import { MOST_ENTRIES, type StatementFormat } from '../../domain/records/openStatement.ts';
import { statementSummary, type StatementSummary } from '../../domain/records/statementSummary.ts';
import { builder } from '../builder/builder.ts';
import { Download } from '../builder/download.ts';
import { Viewer } from './viewer.ts';

interface StatementRow extends StatementSummary {
  from: string;
  to: string;
}

/** A statement as a file; null where it has too many entries for one. */
function fileOf({ entries, from, to }: StatementRow, format: StatementFormat): { path: string } | null {
  return entries > MOST_ENTRIES[format] ? null : { path: `/records/statement.${format}?from=${from}&to=${to}` };
}

const DateRange = builder.inputType('DateRange', {
  description: 'Days in Asia/Kolkata, one after the other.',
  fields: (t) => ({
    from: t.field({ type: 'Date', required: true, description: 'The first day.' }),
    to: t.field({ type: 'Date', required: true, description: 'The last day; the first one or later.' }),
  }),
});

const Statement = builder.objectRef<StatementRow>('Statement').implement({
  description:
    'A period of the player’s account, in rupees: opening + deposits + playCredits + corrections + returned − withdrawals − ' +
    'staked = closing. Balances include what withdrawals hold and stakes of running rounds: a round counts when it is paid, a ' +
    'withdrawal when it is approved.',
  fields: (t) => ({
    opening: t.expose('opening', { type: 'Money', description: 'The balance at its beginning.' }),
    deposits: t.expose('deposits', { type: 'Money', description: 'Approved deposits.' }),
    withdrawals: t.expose('withdrawals', { type: 'Money', description: 'Approved withdrawals.' }),
    playCredits: t.expose('playCredits', {
      type: 'Money',
      description: 'Play money that was given, less what closing the account gave up.',
    }),
    corrections: t.expose('corrections', {
      type: 'Money',
      description: 'Corrections by admins: what they added less what they took.',
    }),
    staked: t.expose('staked', { type: 'Money', description: 'Stakes of paid rounds, without cancelled bets.' }),
    returned: t.expose('returned', { type: 'Money', description: 'What came back from them, stakes included.' }),
    closing: t.expose('closing', { type: 'Money', description: 'The balance at its end, or now.' }),
    entries: t.exposeInt('entries', { description: 'How many rounds, payments, play credits and corrections it has.' }),
    csv: t.field({
      type: Download,
      nullable: true,
      description: 'It as CSV; null above 20,000 entries.',
      resolve: (row) => fileOf(row, 'csv'),
    }),
    pdf: t.field({
      type: Download,
      nullable: true,
      description: 'It as PDF; null above 2,000 entries.',
      resolve: (row) => fileOf(row, 'pdf'),
    }),
  }),
});

builder.objectField(Viewer, 'statement', (t) =>
  t.field({
    nullable: true,
    type: Statement,
    args: { range: t.arg({ type: DateRange, required: true, description: 'Which days, at most 366.' }) },
    complexity: 120,
    description: 'The player’s account statement of these days. For players.',
    resolve: async (_viewer, { range }, ctx) => ({ ...(await statementSummary(ctx, range)), ...range }),
  }),
);
