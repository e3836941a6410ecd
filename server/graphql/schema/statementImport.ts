import { invalidInput } from '../../domain/ground/refusals/errors.ts';
import type { CsvMapping } from '../../domain/statements/csvMapping.ts';
import { importStatement, importStatementVerb } from '../../domain/statements/importStatement.ts';
import { previewStatement, previewStatementVerb } from '../../domain/statements/previewStatement.ts';
import type { ReadLine, StatementFormat as FormatName } from '../../domain/statements/statementLine.ts';
import {
  answersOf,
  type LeftOutReason,
  type LeftOutRow,
  type NamedRow,
  type QuestionKind,
  type StatementAnswers,
  type StatementQuestion,
} from '../../domain/statements/statementQuestions.ts';
import type { TableRow } from '../../domain/statements/tableRows.ts';
import { columnTexts, Mapping, Order } from './bankStatement.ts';
import { builder } from '../builder/builder.ts';
import { enumName, enumOf } from '../builder/enumOf.ts';
import { openId } from '../builder/ids.ts';
import { mutation } from '../builder/mutation.ts';
import { TransactionType } from './transaction.ts';

const Format = enumOf<FormatName>('StatementFormat', 'How a file is written.', {
  csv: 'A table, as CSV, XLSX, XLS or HTML, whose columns each bank names in its own way.',
  camt053: 'CAMT.053 of ISO 20022, XML.',
  mt940: 'MT940 of SWIFT.',
});

const MappingInput = builder.inputType('StatementMappingInput', {
  description:
    'Which columns of a bank’s table hold what, by their headings, or as `Column 3` where it has none; null where there is none.',
  fields: (t) => ({
    date: t.string({ required: true, description: columnTexts.date }),
    dateOrder: t.field({ type: Order, description: 'How its dates are written; null: as they show.' }),
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
    dateOrder: dateOrder ?? null,
    description,
    ...(Object.fromEntries(columns) as Omit<CsvMapping, 'date' | 'dateOrder' | 'description'>),
  };
}

const SampleLine = builder.objectRef<ReadLine>('StatementSample').implement({
  description: 'A line, as it would be imported.',
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'The day of the booking.' }),
    at: t.expose('at', { type: 'DateTime', nullable: true, description: 'The instant, where there is a time.' }),
    direction: t.expose('direction', { type: TransactionType, description: 'Into the account, or out of it.' }),
    amount: t.expose('amount', { type: 'Money', description: 'Above zero, in rupees.' }),
    description: t.exposeString('description', { description: 'What the bank wrote.' }),
    reference: t.exposeString('reference', { nullable: true, description: 'Its reference; null where it has none.' }),
  }),
});

const Question = enumOf<QuestionKind>('StatementQuestionKind', 'What a bank statement leaves open.', {
  dateOrder: 'Whether the day or the month comes first. Answers: DMY, MDY.',
  minus:
    'Whether a minus in a column of money in, or of money out, says no more than the column, or corrects it. Answers: SAME_SIDE, OTHER_SIDE.',
  side: 'On which side amounts stand that show none. Answers: CREDIT, DEBIT.',
  threeDecimals: 'Whether 3.000 is three thousand or three. Answers: THOUSANDS, DECIMALS.',
  balance: 'Rows don’t follow from the balance before them. Answer: WITHOUT_ROWS.',
  total: 'The payments don’t lead from the opening to the closing balance. Answer: ANYWAY.',
});

type Answer = (typeof answersOf)[QuestionKind][number];

const Answer = enumOf<Answer>('StatementAnswer', 'An answer to a question about a bank statement.', {
  DMY: 'Day, month, year.',
  MDY: 'Month, day, year.',
  sameSide: 'The bank writes this column with a minus.',
  otherSide: 'It is a correction: money in a column of money out, and the reverse.',
  credit: 'Into the account.',
  debit: 'Out of the account.',
  thousands: 'The dot stands between thousands.',
  decimals: 'The dot stands before three decimals.',
  withoutRows: 'Import without the rows that don’t follow.',
  anyway: 'Import although the balances don’t agree.',
});

const AnswerInput = builder.inputType('StatementAnswerInput', {
  description: 'An answer to a question about a bank statement.',
  fields: (t) => ({
    question: t.field({ type: Question, required: true, description: 'Which question.' }),
    answer: t.field({ type: Answer, required: true, description: 'One of its answers.' }),
  }),
});

/** The answers by question. Refuses with INVALID_INPUT an answer that its question doesn't have. */
function answersFrom(given: readonly (typeof AnswerInput.$inferInput)[] | null | undefined): StatementAnswers {
  for (const { question, answer } of given ?? []) {
    if (!(answersOf[question] as readonly string[]).includes(answer)) {
      throw invalidInput('answers', `${enumName(question)} is not answered by ${enumName(answer)}.`);
    }
  }
  return Object.fromEntries((given ?? []).map(({ question, answer }) => [question, answer]));
}

const rowText = 'Its line in the file, from 1; of CAMT.053 the place of its entry.';
const contentText = 'What it holds, shortened.';

const Row = builder.objectRef<NamedRow>('StatementRow').implement({
  description: 'A row of a bank’s file.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: rowText }),
    text: t.exposeString('text', { description: contentText }),
  }),
});

const StatementQuestionType = builder.objectRef<StatementQuestion>('StatementQuestion').implement({
  description: 'What has to be answered before a bank statement is imported.',
  fields: (t) => ({
    kind: t.expose('kind', { type: Question, description: 'What is open.' }),
    text: t.exposeString('text', { description: 'The question, with an example or both figures.' }),
    answers: t.field({
      type: [Answer],
      description: 'The answers that it can have.',
      resolve: ({ kind }) => [...answersOf[kind]],
    }),
    rows: t.expose('rows', { type: [Row], description: 'The rows that it is about: at most 200.' }),
  }),
});

const Reason = enumOf<LeftOutReason>('StatementLeftOutReason', 'Why a row of a bank statement isn’t imported.', {
  outsideTable: 'It stands above, below or between the payments.',
  total: 'A total, or a balance that is carried on.',
  noAmount: 'It moves nothing.',
  notBooked: 'The bank hasn’t booked it yet.',
  otherAccount: 'It is of another account.',
  offBalance: 'It doesn’t follow from the balance before it, and the import goes without it.',
});

const LeftOut = builder.objectRef<LeftOutRow>('StatementLeftOut').implement({
  description: 'A row of a bank’s file that isn’t imported.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: rowText }),
    text: t.exposeString('text', { description: contentText }),
    reason: t.expose('reason', { type: Reason, description: 'Why it isn’t imported.' }),
  }),
});

const HeadingRow = builder.objectRef<TableRow>('StatementTableRow').implement({
  description: 'A row of a table, as the file has it.',
  fields: (t) => ({
    row: t.exposeInt('number', { description: 'Its line in the file, from 1.' }),
    cells: t.exposeStringList('cells', { description: 'Its cells.' }),
  }),
});

const content = 'The file, as base64 or a data URL: at most 5 MiB and 20,000 lines.';
const bank = 'The bank of a table, whose columns are remembered; null or absent: that of the account’s newest table.';

mutation(previewStatementVerb, {
  description: 'Reads a bank statement as the import would. Stores nothing. For admins.',
  input: (t) => ({
    content: t.string({ required: true, description: content }),
    bank: t.string({ description: bank }),
    mapping: t.field({ type: MappingInput, description: 'Its columns; null or absent for those remembered.' }),
    payeeId: t.id({ description: 'Of which account it is: in a file of several, only its part is taken.' }),
    headingRow: t.int({ description: 'The line of the headings, from 1; null or absent: found by itself.' }),
    answers: t.field({ type: [AnswerInput], description: 'What is answered already.' }),
  }),
  run: (ctx, input) =>
    previewStatement(ctx, {
      content: input.content,
      payeeId: input.payeeId ? openId(ctx, 'Payee', input.payeeId, 'payeeId') : undefined,
      bank: input.bank ?? undefined,
      mapping: mappingOf(input.mapping),
      headingRow: input.headingRow ?? undefined,
      answers: answersFrom(input.answers),
    }),
  payload: {
    description: 'A file, as it would be imported.',
    fields: (t) => ({
      format: t.expose('format', { type: Format, description: 'How it is written.' }),
      headings: t.exposeStringList('headings', { description: 'The headings of a table; empty for others.' }),
      rows: t.expose('rows', {
        type: [HeadingRow],
        description: 'The first 60 rows of a table, of which one has the headings; empty for others.',
      }),
      bank: t.exposeString('bank', {
        nullable: true,
        description:
          'The bank of a table: the given one, or that of the account’s newest; null for others, and without one.',
      }),
      mapping: t.expose('mapping', {
        type: Mapping,
        nullable: true,
        description: 'The columns of a table: as given, as remembered of the bank, or as the headings suggest.',
      }),
      lineCount: t.exposeInt('lineCount', { description: 'How many payments it has.' }),
      leftOut: t.exposeInt('leftOut', { description: 'How many of its rows are none.' }),
      leftOutRows: t.expose('leftOutRows', { type: [LeftOut], description: 'These rows: at most 200.' }),
      sample: t.expose('sample', { type: [SampleLine], description: 'The first 20 payments.' }),
      otherAccounts: t.exposeStringList('otherAccounts', {
        description: 'Numbers of other accounts in the file, whose payments are left out.',
      }),
      questions: t.expose('questions', {
        type: [StatementQuestionType],
        description: 'What has to be answered before it is imported.',
      }),
      problem: t.exposeString('problem', {
        nullable: true,
        description: 'Why it can’t be read this way; null if it can.',
      }),
    }),
  },
});

mutation(importStatementVerb, {
  description:
    'Imports a bank statement and matches its lines. Moves no money. While the server’s disk is nearly full, answers with the code DISK_FULL. For admins.',
  input: (t) => ({
    payeeId: t.id({ required: true, description: 'Of which account for deposits it is.' }),
    fileName: t.string({ required: true, description: 'The file’s name.' }),
    content: t.string({ required: true, description: content }),
    bank: t.string({ description: bank }),
    mapping: t.field({
      type: MappingInput,
      description: 'Its columns, remembered; null or absent for those of before.',
    }),
    answers: t.field({ type: [AnswerInput], description: 'The answers to the questions of the preview.' }),
  }),
  run: (ctx, input) =>
    importStatement(ctx, {
      payeeId: openId(ctx, 'Payee', input.payeeId, 'payeeId'),
      fileName: input.fileName,
      content: input.content,
      bank: input.bank ?? undefined,
      mapping: mappingOf(input.mapping),
      answers: answersFrom(input.answers),
    }),
  payload: {
    description: 'The file is imported; the same file again has no new lines.',
    fields: (t) => ({
      lineCount: t.exposeInt('lineCount', { description: 'How many payments it has.' }),
      newCount: t.exposeInt('newCount', { description: 'How many of them no file had before.' }),
      matchedCount: t.exposeInt('matchedCount', { description: 'How many lines of the account it matched.' }),
      proposedCount: t.exposeInt('proposedCount', { description: 'How many are proposed now.' }),
      leftOut: t.exposeInt('leftOut', { description: 'How many of its rows are no payments.' }),
    }),
  },
});
