import type { CsvMapping } from '../domain/statements/csvMapping.ts';
import { importStatement, importStatementVerb } from '../domain/statements/importStatement.ts';
import { previewStatement, previewStatementVerb } from '../domain/statements/previewStatement.ts';
import type { ReadLine, StatementFormat as FormatName } from '../domain/statements/statementLine.ts';
import { columnTexts, Mapping, Order } from './bankStatement.ts';
import { builder } from './builder.ts';
import { enumOf } from './enumOf.ts';
import { openId } from './ids.ts';
import { mutation } from './mutation.ts';
import { TransactionType } from './transaction.ts';

const Format = enumOf<FormatName>('StatementFormat', 'How a file is written.', {
  csv: 'A table, whose columns each bank names in its own way.',
  camt053: 'CAMT.053 of ISO 20022, XML.',
  mt940: 'MT940 of SWIFT.',
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

const content = 'The file, as base64 or a data URL: at most 5 MiB and 20,000 lines.';
const bank = 'The bank, whose columns are remembered; null or absent for other formats than CSV.';

mutation(previewStatementVerb, {
  description: 'Reads a bank statement as the import would. Stores nothing. For admins.',
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
  payload: {
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
  }),
  run: (ctx, input) =>
    importStatement(ctx, {
      payeeId: openId(ctx, 'Payee', input.payeeId, 'payeeId'),
      fileName: input.fileName,
      content: input.content,
      bank: input.bank ?? undefined,
      mapping: mappingOf(input.mapping),
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
