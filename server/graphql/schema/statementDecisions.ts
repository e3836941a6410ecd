import { closeStatementDay, closeStatementDayVerb } from '../../domain/statements/closeStatementDay.ts';
import {
  confirmStatementLines,
  confirmStatementLinesVerb,
  matchStatementLine,
  matchStatementLineVerb,
  reopenStatementLine,
  reopenStatementLineVerb,
  setAsideStatementLines,
  setAsideStatementLinesVerb,
} from '../../domain/statements/decideLines.ts';
import { matchStatements, matchStatementsVerb } from '../../domain/statements/matchLines.ts';
import type { StatementLine as LineRow } from '../../domain/statements/statementLines.ts';
import { AsideKind, Day, Line, payeeArg } from './bankStatement.ts';
import { builder } from '../builder/builder.ts';
import { openId } from '../builder/ids.ts';
import { mutation } from '../builder/mutation.ts';

mutation(matchStatementsVerb, {
  description: 'Matches the open lines of an account with what was requested since. Moves no money. For admins.',
  input: (t) => ({ payeeId: t.id({ required: true, description: payeeArg }) }),
  run: (ctx, { payeeId }) => matchStatements(ctx, { payeeId: openId(ctx, 'Payee', payeeId, 'payeeId') }),
  payload: {
    description: 'What was matched.',
    fields: (t) => ({
      matchedCount: t.exposeInt('matchedCount', { description: 'How many lines this call matched.' }),
      proposedCount: t.exposeInt('proposedCount', { description: 'How many are proposed now.' }),
    }),
  },
});

const StatementLinesPayload = builder.objectRef<{ lines: LineRow[] }>('StatementLinesPayload').implement({
  description: 'The lines are changed.',
  fields: (t) => ({ lines: t.expose('lines', { type: [Line], description: 'As they are now.' }) }),
});

const lineIds = 'Which lines: 1 to 100 of one account.';

mutation(confirmStatementLinesVerb, {
  description: 'Matches lines with the requests proposed for them, all or none. Moves no money. For admins.',
  input: (t) => ({ lineIds: t.idList({ required: true, description: lineIds }) }),
  run: async (ctx, input) => ({
    lines: await confirmStatementLines(ctx, {
      lineIds: input.lineIds.map((id) => openId(ctx, 'StatementLine', id, 'lineIds')),
    }),
  }),
  payload: StatementLinesPayload,
});

mutation(matchStatementLineVerb, {
  description:
    'Matches a line with a request of its amount, or with a deposit that waits and whose reference it has. Moves no money. For admins.',
  input: (t) => ({
    lineId: t.id({ required: true, description: 'Which line.' }),
    transactionId: t.id({ required: true, description: 'Which request.' }),
  }),
  run: async (ctx, { lineId, transactionId }) => ({
    lines: await matchStatementLine(ctx, {
      lineId: openId(ctx, 'StatementLine', lineId, 'lineId'),
      transactionId: openId(ctx, 'Transaction', transactionId, 'transactionId'),
    }),
  }),
  payload: StatementLinesPayload,
});

mutation(setAsideStatementLinesVerb, {
  description:
    'Sets lines aside that are no deposit or payout, as of a kind, all or none; or changes the kind of lines set aside, until their day ' +
    'is closed. What is set aside as UNCLAIMED is owed until it is credited to a player. For admins.',
  input: (t) => ({
    lineIds: t.idList({ required: true, description: lineIds }),
    kind: t.field({ type: AsideKind, required: true, description: 'What they are; UNCLAIMED for money in alone.' }),
    reason: t.string({ required: true, description: 'Why: 3 to 500 characters.' }),
  }),
  run: async (ctx, input) => ({
    lines: await setAsideStatementLines(ctx, {
      lineIds: input.lineIds.map((id) => openId(ctx, 'StatementLine', id, 'lineIds')),
      kind: input.kind,
      reason: input.reason,
    }),
  }),
  payload: StatementLinesPayload,
});

mutation(reopenStatementLineVerb, {
  description: 'Takes back what an admin decided about a line. For admins.',
  input: (t) => ({ lineId: t.id({ required: true, description: 'Which line.' }) }),
  run: async (ctx, { lineId }) => ({
    lines: await reopenStatementLine(ctx, { lineId: openId(ctx, 'StatementLine', lineId, 'lineId') }),
  }),
  payload: StatementLinesPayload,
});

mutation(closeStatementDayVerb, {
  description: 'Closes a day of an account for good. For admins.',
  input: (t) => ({
    payeeId: t.id({ required: true, description: payeeArg }),
    day: t.field({ type: 'Date', required: true, description: 'Which day.' }),
    reason: t.string({ description: 'Why it is closed with a drift: at least 10 characters; else null or absent.' }),
  }),
  run: async (ctx, { payeeId, day, reason }) => ({
    day: await closeStatementDay(ctx, {
      payeeId: openId(ctx, 'Payee', payeeId, 'payeeId'),
      day,
      reason: reason ?? undefined,
    }),
  }),
  payload: {
    description: 'The day is closed.',
    fields: (t) => ({ day: t.expose('day', { type: Day, description: 'As it was closed.' }) }),
  },
});
