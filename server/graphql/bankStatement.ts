import { authorize } from '../domain/permissions.ts';
import { closeStatementDay, closeStatementDayVerb } from '../domain/statements/closeStatementDay.ts';
import type { CsvMapping } from '../domain/statements/csvMapping.ts';
import {
  confirmStatementLines,
  confirmStatementLinesVerb,
  matchStatementLine,
  matchStatementLineVerb,
  reopenStatementLine,
  reopenStatementLineVerb,
  setAsideStatementLines,
  setAsideStatementLinesVerb,
} from '../domain/statements/decideLines.ts';
import {
  importStatement,
  importStatementVerb,
  type ImportedStatement as ImportedRow,
} from '../domain/statements/importStatement.ts';
import { matchStatements, matchStatementsVerb, type MatchCounts } from '../domain/statements/matchLines.ts';
import {
  previewStatement,
  previewStatementVerb,
  type StatementPreview as PreviewRow,
} from '../domain/statements/previewStatement.ts';
import { listStatementBanks, type StatementBank as BankRow } from '../domain/statements/statementBanks.ts';
import type { DateOrder } from '../domain/statements/statementDates.ts';
import { listStatementDays, type StatementDay as DayRow } from '../domain/statements/statementDays.ts';
import type { ReadLine, StatementFormat as FormatName } from '../domain/statements/statementLine.ts';
import {
  candidatesFor,
  lineCounts,
  linesOfTransactions,
  listStatementLines,
  statementLinesById,
  type LineState,
  type StatementLine as LineRow,
} from '../domain/statements/statementLines.ts';
import { Admin } from './admin.ts';
import { builder } from './builder.ts';
import { connection, connectionOf, idCursors, pageComplexity } from './connection.ts';
import type { GraphQLContext } from './context.ts';
import { enumOf } from './enumOf.ts';
import { openId } from './ids.ts';
import { perRequest } from './loader.ts';
import { mutation } from './mutation.ts';
import { loadableNode } from './node.ts';
import { Transaction, TransactionType } from './transaction.ts';
import { User } from './user.ts';

const Format = enumOf<FormatName>('StatementFormat', 'How a file is written.', {
  csv: 'A table, whose columns each bank names in its own way.',
  camt053: 'CAMT.053 of ISO 20022, XML.',
  mt940: 'MT940 of SWIFT.',
});

const Order = enumOf<DateOrder>('StatementDateOrder', 'How a bank writes dates.', {
  DMY: 'Day, month, year.',
  MDY: 'Month, day, year.',
  YMD: 'Year, month, day.',
});

const State = enumOf<LineState>('StatementLineState', 'What became of a line of a bank statement.', {
  matched: 'It pays a deposit or payout.',
  proposed: 'A request has its amount and lies near in time: an admin confirms it, or not.',
  unmatched: 'No request fits.',
  set_aside: 'An admin gave the reason why it is neither deposit nor payout.',
});

const columnTexts = {
  date: 'The day of the booking.',
  time: 'The time, where it has a column of its own.',
  description: 'What the bank writes about the payment.',
  reference: 'The reference.',
  amount: 'Amounts in one column, with a sign or CR and DR; null with two columns.',
  side: 'Whether it is credit or debit, where a column of its own has that.',
  credit: 'Money into the account.',
  debit: 'Money out of it.',
  balance: 'The balance after the payment.',
} as const;

const Mapping = builder.objectRef<CsvMapping>('StatementMapping').implement({
  description: 'Which columns of a bank’s CSV hold what, by their headings.',
  fields: (t) => ({
    date: t.exposeString('date', { description: columnTexts.date }),
    dateOrder: t.expose('dateOrder', { type: Order, description: 'How its dates are written.' }),
    time: t.exposeString('time', { nullable: true, description: columnTexts.time }),
    description: t.exposeString('description', { description: columnTexts.description }),
    reference: t.exposeString('reference', { nullable: true, description: columnTexts.reference }),
    amount: t.exposeString('amount', { nullable: true, description: columnTexts.amount }),
    side: t.exposeString('side', { nullable: true, description: columnTexts.side }),
    credit: t.exposeString('credit', { nullable: true, description: columnTexts.credit }),
    debit: t.exposeString('debit', { nullable: true, description: columnTexts.debit }),
    balance: t.exposeString('balance', { nullable: true, description: columnTexts.balance }),
  }),
});

const MappingInput = builder.inputType('StatementMappingInput', {
  description: 'Which columns of a bank’s CSV hold what, by their headings; null where there is none.',
  fields: (t) => ({
    date: t.string({ required: true, description: columnTexts.date }),
    dateOrder: t.field({ type: Order, required: true, description: 'How its dates are written.' }),
    time: t.string({ description: columnTexts.time }),
    description: t.string({ required: true, description: columnTexts.description }),
    reference: t.string({ description: columnTexts.reference }),
    amount: t.string({ description: columnTexts.amount }),
    side: t.string({ description: columnTexts.side }),
    credit: t.string({ description: columnTexts.credit }),
    debit: t.string({ description: columnTexts.debit }),
    balance: t.string({ description: columnTexts.balance }),
  }),
});

function mappingOf(input: typeof MappingInput.$inferInput | null | undefined): CsvMapping | undefined {
  if (!input) return undefined;
  const { date, dateOrder, description, time, reference, amount, side, credit, debit, balance } = input;
  const optional = { time, reference, amount, side, credit, debit, balance };
  const columns = Object.entries(optional).map(([name, column]) => [name, column || null]);
  return {
    date,
    dateOrder,
    description,
    ...(Object.fromEntries(columns) as Omit<CsvMapping, 'date' | 'dateOrder' | 'description'>),
  };
}

const Bank = builder.objectRef<BankRow>('StatementBank').implement({
  description: 'A bank whose columns were mapped.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, in lower case.' }),
    mapping: t.expose('mapping', { type: Mapping, description: 'Its columns.' }),
  }),
});

const candidatesById = perRequest(async (ctx, ids) => {
  const lines = await statementLinesById(ctx, ids);
  return Promise.all(lines.map(async (line) => (line ? candidatesFor(ctx, line) : [])));
});

const Line = loadableNode<LineRow>('StatementLine', statementLinesById);
Line.implement({
  description: 'A line of a bank statement. For admins who may read payments.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'The day on which the bank booked it, `2026-11-20`.' }),
    at: t.expose('at', { type: 'DateTime', nullable: true, description: 'The instant, where the bank gives a time.' }),
    direction: t.expose('direction', { type: TransactionType, description: 'Into the account, or out of it.' }),
    amount: t.expose('amount', { type: 'Money', description: 'Above zero, in rupees.' }),
    description: t.exposeString('description', { description: 'What the bank wrote.' }),
    reference: t.exposeString('reference', { nullable: true, description: 'Its reference; null where it has none.' }),
    state: t.expose('state', { type: State, description: 'What became of it.' }),
    transaction: t.field({
      type: Transaction,
      nullable: true,
      description: 'What it pays, or is proposed to pay.',
      resolve: ({ transactionId }) => transactionId,
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was set aside.' }),
    decidedBy: t.field({
      type: User,
      nullable: true,
      description: 'The admin who matched it or set it aside; null where it matched by its reference, or is open.',
      resolve: ({ decidedBy }) => decidedBy,
    }),
    candidates: t.field({
      type: [Transaction],
      complexity: 20,
      description: 'Up to 20 requests that it could pay, the nearest in time first.',
      resolve: ({ id }, _args, ctx) => candidatesById(ctx, id),
    }),
  }),
});

const lineCursors = idCursors<LineRow>('StatementLine', ({ id }) => id);
const LineConnection = connectionOf('StatementLine', Line, 'lines of bank statements');

const lineOfTransaction = perRequest<LineRow | null>(linesOfTransactions);

builder.objectField(Transaction, 'statementLine', (t) =>
  t.field({
    type: Line,
    nullable: true,
    description: 'The line of a bank statement that it is matched with; null for players and others.',
    resolve: ({ id }, _args, ctx) => lineOfTransaction(ctx, id),
  }),
);

const Counts = builder.objectRef<Record<LineState, number>>('StatementCounts').implement({
  description: 'How many lines are in each state.',
  fields: (t) => ({
    matched: t.exposeInt('matched', { description: 'Matched.' }),
    proposed: t.exposeInt('proposed', { description: 'Proposed.' }),
    unmatched: t.exposeInt('unmatched', { description: 'Unmatched.' }),
    setAside: t.exposeInt('set_aside', { description: 'Set aside.' }),
  }),
});

const Day = builder.objectRef<DayRow>('StatementDay').implement({
  description:
    'A day of an account by the bank’s statement and by the ledger, in rupees. Closed, it doesn’t change any more.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'The day, `2026-11-20`.' }),
    opening: t.expose('opening', { type: 'Money', description: 'The bank’s balance before it.' }),
    moneyIn: t.expose('moneyIn', { type: 'Money', description: 'What came into the account.' }),
    moneyOut: t.expose('moneyOut', { type: 'Money', description: 'What left it.' }),
    closing: t.expose('closing', { type: 'Money', description: 'The bank’s balance after it.' }),
    ledgerOpening: t.expose('ledgerOpening', { type: 'Money', description: 'By the ledger, before it.' }),
    ledgerIn: t.expose('ledgerIn', { type: 'Money', description: 'Approved deposits.' }),
    ledgerOut: t.expose('ledgerOut', { type: 'Money', description: 'Approved payouts.' }),
    setAside: t.expose('setAside', { type: 'Money', description: 'Lines set aside: in less out.' }),
    ledgerClosing: t.expose('ledgerClosing', { type: 'Money', description: 'By the ledger, after it.' }),
    drift: t.expose('drift', { type: 'Money', description: 'The bank’s closing balance less the ledger’s.' }),
    openLines: t.exposeInt('openLines', { description: 'Lines that are proposed or unmatched.' }),
    waitingLines: t.exposeInt('waitingLines', { description: 'Matched lines whose deposit isn’t decided.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was closed with a drift.' }),
    closedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who closed it; null while it is open.',
      resolve: ({ closedBy }) => closedBy,
    }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true, description: 'When it was closed.' }),
  }),
});

/** Authorized first, so that ids reveal nothing. */
function payeeOf(ctx: GraphQLContext, payeeId: string): bigint {
  authorize(ctx, 'statement:read');
  return openId(ctx, 'Payee', payeeId, 'payeeId');
}

const payeeArg = 'Of which account for deposits.';

builder.objectFields(Admin, (t) => ({
  statementBanks: t.field({
    type: [Bank],
    description: 'The banks whose columns were mapped, by name.',
    resolve: (_admin, _args, ctx) => listStatementBanks(ctx),
  }),
  statementLines: t.connection(
    {
      type: Line,
      description: 'Lines of bank statements, in the order in which they were imported.',
      args: {
        payeeId: t.arg.id({ required: true, description: payeeArg }),
        state: t.arg({ type: State, description: 'Only in this state.' }),
        day: t.arg.string({ description: 'Only of this day, `2026-11-20`.' }),
      },
      complexity: pageComplexity,
      resolve: (_admin, args, ctx) => {
        const filter = {
          payeeId: payeeOf(ctx, args.payeeId),
          state: args.state ?? undefined,
          day: args.day ?? undefined,
        };
        return connection(ctx, args, lineCursors, (page) => listStatementLines(ctx, filter, page));
      },
    },
    LineConnection,
  ),
  statementCounts: t.field({
    type: Counts,
    description: 'How many lines are in each state.',
    args: {
      payeeId: t.arg.id({ required: true, description: payeeArg }),
      day: t.arg.string({ description: 'Only of this day, `2026-11-20`.' }),
    },
    resolve: (_admin, { payeeId, day }, ctx) =>
      lineCounts(ctx, { payeeId: payeeOf(ctx, payeeId), day: day ?? undefined }),
  }),
  statementDays: t.field({
    type: [Day],
    complexity: 50,
    description: 'Days with lines: the oldest ten that are open, then the latest 30 that are closed.',
    args: { payeeId: t.arg.id({ required: true, description: payeeArg }) },
    resolve: (_admin, { payeeId }, ctx) => listStatementDays(ctx, { payeeId: payeeOf(ctx, payeeId) }),
  }),
}));

const SampleLine = builder.objectRef<ReadLine>('StatementSample').implement({
  description: 'A line, as it would be imported.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'The day of the booking, `2026-11-20`.' }),
    at: t.expose('at', { type: 'DateTime', nullable: true, description: 'The instant, where there is a time.' }),
    direction: t.expose('direction', { type: TransactionType, description: 'Into the account, or out of it.' }),
    amount: t.expose('amount', { type: 'Money', description: 'Above zero, in rupees.' }),
    description: t.exposeString('description', { description: 'What the bank wrote.' }),
    reference: t.exposeString('reference', { nullable: true, description: 'Its reference; null where it has none.' }),
  }),
});

const PreviewStatementPayload = builder.objectRef<PreviewRow>('PreviewStatementPayload').implement({
  description: 'A file, as it would be imported.',
  fields: (t) => ({
    format: t.expose('format', { type: Format, description: 'How it is written.' }),
    headings: t.exposeStringList('headings', { description: 'The headings of a CSV; empty for others.' }),
    mapping: t.expose('mapping', {
      type: Mapping,
      nullable: true,
      description: 'The columns of a CSV: as given, as remembered of the bank, or as the headings suggest.',
    }),
    lineCount: t.exposeInt('lineCount', { description: 'How many payments it has.' }),
    leftOut: t.exposeInt('leftOut', { description: 'How many of its rows are none.' }),
    sample: t.expose('sample', { type: [SampleLine], description: 'The first of them.' }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Why it can’t be imported this way; null if it can.',
    }),
  }),
});

const content = 'The file, as base64 or a data URL: at most 5 MiB and 20,000 lines.';
const bank = 'The bank, whose columns are remembered; null or absent for other formats than CSV.';

mutation(previewStatementVerb, {
  description: 'Reads a bank statement as the import would. Stores nothing. For admins.',
  payload: PreviewStatementPayload,
  input: (t) => ({
    content: t.string({ required: true, description: content }),
    bank: t.string({ description: bank }),
    mapping: t.field({ type: MappingInput, description: 'Its columns; null or absent for those remembered.' }),
  }),
  run: (ctx, input) =>
    previewStatement(ctx, {
      content: input.content,
      bank: input.bank ?? undefined,
      mapping: mappingOf(input.mapping),
    }),
});

const ImportStatementPayload = builder.objectRef<ImportedRow>('ImportStatementPayload').implement({
  description: 'The file is imported; the same file again has no new lines.',
  fields: (t) => ({
    lineCount: t.exposeInt('lineCount', { description: 'How many payments it has.' }),
    newCount: t.exposeInt('newCount', { description: 'How many of them no file had before.' }),
    matchedCount: t.exposeInt('matchedCount', { description: 'How many lines of the account it matched.' }),
    proposedCount: t.exposeInt('proposedCount', { description: 'How many are proposed now.' }),
    leftOut: t.exposeInt('leftOut', { description: 'How many of its rows are no payments.' }),
  }),
});

mutation(importStatementVerb, {
  description: 'Imports a bank statement and matches its lines. Moves no money. For admins.',
  payload: ImportStatementPayload,
  input: (t) => ({
    payeeId: t.id({ required: true, description: 'Of which account for deposits it is.' }),
    fileName: t.string({ required: true, description: 'The file’s name.' }),
    content: t.string({ required: true, description: content }),
    bank: t.string({ description: bank }),
    mapping: t.field({
      type: MappingInput,
      description: 'Its columns, remembered; null or absent for those of before.',
    }),
  }),
  run: (ctx, input) =>
    importStatement(ctx, {
      payeeId: openId(ctx, 'Payee', input.payeeId, 'payeeId'),
      fileName: input.fileName,
      content: input.content,
      bank: input.bank ?? undefined,
      mapping: mappingOf(input.mapping),
    }),
});

const MatchStatementsPayload = builder.objectRef<MatchCounts>('MatchStatementsPayload').implement({
  description: 'What was matched.',
  fields: (t) => ({
    matchedCount: t.exposeInt('matchedCount', { description: 'How many lines this call matched.' }),
    proposedCount: t.exposeInt('proposedCount', { description: 'How many are proposed now.' }),
  }),
});

mutation(matchStatementsVerb, {
  description: 'Matches the open lines of an account with what was requested since. Moves no money. For admins.',
  payload: MatchStatementsPayload,
  input: (t) => ({ payeeId: t.id({ required: true, description: payeeArg }) }),
  run: (ctx, { payeeId }) => matchStatements(ctx, { payeeId: openId(ctx, 'Payee', payeeId, 'payeeId') }),
});

const StatementLinesPayload = builder.objectRef<{ lines: LineRow[] }>('StatementLinesPayload').implement({
  description: 'The lines are changed.',
  fields: (t) => ({ lines: t.expose('lines', { type: [Line], description: 'As they are now.' }) }),
});

const lineIds = 'Which lines: 1 to 100 of one account.';

mutation(confirmStatementLinesVerb, {
  description: 'Matches lines with the requests proposed for them, all or none. Moves no money. For admins.',
  payload: StatementLinesPayload,
  input: (t) => ({ lineIds: t.idList({ required: true, description: lineIds }) }),
  run: async (ctx, input) => ({
    lines: await confirmStatementLines(ctx, {
      lineIds: input.lineIds.map((id) => openId(ctx, 'StatementLine', id, 'lineIds')),
    }),
  }),
});

mutation(matchStatementLineVerb, {
  description: 'Matches a line with a request of its amount. Moves no money. For admins.',
  payload: StatementLinesPayload,
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
});

mutation(setAsideStatementLinesVerb, {
  description: 'Sets lines aside that are no deposit or payout, all or none. For admins.',
  payload: StatementLinesPayload,
  input: (t) => ({
    lineIds: t.idList({ required: true, description: lineIds }),
    reason: t.string({ required: true, description: 'Why: 3 to 500 characters.' }),
  }),
  run: async (ctx, input) => ({
    lines: await setAsideStatementLines(ctx, {
      lineIds: input.lineIds.map((id) => openId(ctx, 'StatementLine', id, 'lineIds')),
      reason: input.reason,
    }),
  }),
});

mutation(reopenStatementLineVerb, {
  description: 'Takes back what an admin decided about a line. For admins.',
  payload: StatementLinesPayload,
  input: (t) => ({ lineId: t.id({ required: true, description: 'Which line.' }) }),
  run: async (ctx, { lineId }) => ({
    lines: await reopenStatementLine(ctx, { lineId: openId(ctx, 'StatementLine', lineId, 'lineId') }),
  }),
});

const CloseStatementDayPayload = builder.objectRef<{ day: DayRow }>('CloseStatementDayPayload').implement({
  description: 'The day is closed.',
  fields: (t) => ({ day: t.expose('day', { type: Day, description: 'As it was closed.' }) }),
});

mutation(closeStatementDayVerb, {
  description: 'Closes a day of an account for good. For admins.',
  payload: CloseStatementDayPayload,
  input: (t) => ({
    payeeId: t.id({ required: true, description: payeeArg }),
    day: t.string({ required: true, description: 'Which day, `2026-11-20`.' }),
    reason: t.string({ description: 'Why it is closed with a drift: at least 10 characters; else null or absent.' }),
  }),
  run: async (ctx, { payeeId, day, reason }) => ({
    day: await closeStatementDay(ctx, {
      payeeId: openId(ctx, 'Payee', payeeId, 'payeeId'),
      day,
      reason: reason ?? undefined,
    }),
  }),
});
