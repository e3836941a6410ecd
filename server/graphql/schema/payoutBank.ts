import { listPayoutBanks, savePayoutLayout, savePayoutLayoutVerb } from '../../domain/payouts/payoutLayouts.ts';
import type { PayoutBank as BankRow } from '../../domain/payouts/payoutLayouts.ts';
import type {
  ColumnContent,
  DateStyle,
  Delimiter,
  PayoutColumn,
  PayoutFormat,
  PayoutLayout,
  PayoutModes,
} from '../../domain/payouts/payoutLayout.ts';
import type { LetterSet } from '../../domain/payouts/payoutLetters.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { enumOf } from '../builder/enumOf.ts';
import { mutation } from '../builder/mutation.ts';

export const Format = enumOf<PayoutFormat>('PayoutFormat', 'How a bank takes a file of payouts.', {
  csv: 'A table as text, with a delimiter between its cells.',
  xlsx: 'A table as a workbook.',
  pain_001_001_03: 'The message pain.001.001.03 of ISO 20022, which most banks take.',
  pain_001_001_09: 'The message pain.001.001.09 of ISO 20022.',
});

const Letters = enumOf<LetterSet>('PayoutLetters', 'Which letters a bank takes in names.', {
  letters: 'A to Z, a to z, digits and spaces.',
  swift: "The basic set of SWIFT and ISO 20022: these, and / - ? : ( ) . , ' +",
  ascii: 'All that ASCII prints.',
  any: 'Those of every alphabet.',
});

const DelimiterType = enumOf<Delimiter>('PayoutDelimiter', 'What stands between the cells of a CSV.', {
  comma: ',',
  semicolon: ';',
  pipe: '|',
  tilde: '~',
  tab: 'A tab.',
});

const Dates = enumOf<DateStyle>('PayoutDateStyle', 'How a bank wants days written.', {
  slashes: '29/11/2026',
  dashes: '29-11-2026',
  digits: '29112026',
  monthName: '29-Nov-2026',
  iso: '2026-11-29',
});

const Content = enumOf<ColumnContent>('PayoutColumnContent', 'What a column of a bank’s table holds.', {
  code: 'Our id of the payout, by which the bank’s answer is read.',
  row: 'The number of the row, from 1.',
  mode: 'How it travels: one of the bank’s three words.',
  amount: 'The amount in rupees, with two decimals.',
  currency: 'INR.',
  holderName: 'The name of the account’s holder.',
  accountNumber: 'The number of the bank account.',
  ifscCode: 'The IFSC code of its branch.',
  upiId: 'The UPI id.',
  account: 'The UPI id, or the number of the bank account.',
  day: 'The day on which the bank is to pay.',
  ownAccount: 'The number, or UPI id, of our account that pays.',
  ownIfsc: 'The IFSC code of its branch.',
  ownName: 'The name of its holder.',
  text: 'The same text in each row.',
});

const texts = {
  heading: 'Its title, where the table has titles.',
  text: 'Of TEXT: what each row has; null for nothing, and for others.',
  most: 'The most characters that the bank takes; null: any number.',
  format: 'How it takes files.',
  letters: 'Which letters it takes in names.',
  delimiter: 'What stands between the cells of a CSV.',
  firstLine: 'A line above everything else, such as the number of a customer; null without.',
  headings: 'Whether the titles of the columns stand above them.',
  dateStyle: 'How it wants days written.',
  modes: 'Its words for how a payout travels.',
  columns: 'The columns of a table, in their order: one holds our id, one the amount. Empty for messages of ISO 20022.',
  sameBank: 'Within the bank itself.',
  neft: 'To other banks.',
  rtgs: 'To other banks, from 2,00,000 rupees on.',
  bank: 'Its name: 1 to 40 characters, kept in lower case.',
} as const;

const Column = builder.objectRef<PayoutColumn>('PayoutColumn').implement({
  description: 'A column of a bank’s table.',
  fields: (t) => ({
    heading: t.exposeString('heading', { description: texts.heading }),
    content: t.expose('content', { type: Content, description: 'What it holds.' }),
    text: t.exposeString('text', { nullable: true, description: texts.text }),
    most: t.exposeInt('most', { nullable: true, description: texts.most }),
  }),
});

const Modes = builder.objectRef<PayoutModes>('PayoutModes').implement({
  description: 'A bank’s words for how a payout travels.',
  fields: (t) => ({
    sameBank: t.exposeString('sameBank', { description: texts.sameBank }),
    neft: t.exposeString('neft', { description: texts.neft }),
    rtgs: t.exposeString('rtgs', { description: texts.rtgs }),
  }),
});

const Layout = builder.objectRef<PayoutLayout>('PayoutLayout').implement({
  description: 'How a bank takes files of payouts.',
  fields: (t) => ({
    format: t.expose('format', { type: Format, description: texts.format }),
    letters: t.expose('letters', { type: Letters, description: texts.letters }),
    delimiter: t.expose('delimiter', { type: DelimiterType, description: texts.delimiter }),
    firstLine: t.exposeString('firstLine', { nullable: true, description: texts.firstLine }),
    headings: t.exposeBoolean('headings', { description: texts.headings }),
    dateStyle: t.expose('dateStyle', { type: Dates, description: texts.dateStyle }),
    modes: t.expose('modes', { type: Modes, description: texts.modes }),
    columns: t.expose('columns', { type: [Column], description: texts.columns }),
  }),
});

const Bank = builder.objectRef<BankRow>('PayoutBank').implement({
  description: 'A bank whose layout of payout files is set.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, in lower case.' }),
    layout: t.expose('layout', { type: Layout, description: 'How it takes files.' }),
  }),
});

builder.objectField(Admin, 'payoutBanks', (t) =>
  t.field({
    nullable: true,
    type: [Bank],
    complexity: 50,
    description: 'The banks whose layout of payout files is set, by name. For admins who may read payments.',
    resolve: (_admin, _args, ctx) => listPayoutBanks(ctx),
  }),
);

const ColumnInput = builder.inputType('PayoutColumnInput', {
  description: 'A column of a bank’s table.',
  fields: (t) => ({
    heading: t.string({ required: true, description: texts.heading }),
    content: t.field({ type: Content, required: true, description: 'What it holds.' }),
    text: t.string({ description: texts.text }),
    most: t.int({ description: texts.most }),
  }),
});

const ModesInput = builder.inputType('PayoutModesInput', {
  description: 'A bank’s words for how a payout travels: 1 to 20 characters each.',
  fields: (t) => ({
    sameBank: t.string({ required: true, description: texts.sameBank }),
    neft: t.string({ required: true, description: texts.neft }),
    rtgs: t.string({ required: true, description: texts.rtgs }),
  }),
});

const LayoutInput = builder.inputType('PayoutLayoutInput', {
  description: 'How a bank takes files of payouts.',
  fields: (t) => ({
    format: t.field({ type: Format, required: true, description: texts.format }),
    letters: t.field({ type: Letters, required: true, description: texts.letters }),
    delimiter: t.field({ type: DelimiterType, required: true, description: texts.delimiter }),
    firstLine: t.string({ description: texts.firstLine }),
    headings: t.boolean({ required: true, description: texts.headings }),
    dateStyle: t.field({ type: Dates, required: true, description: texts.dateStyle }),
    modes: t.field({ type: ModesInput, required: true, description: texts.modes }),
    columns: t.field({ type: [ColumnInput], required: true, description: texts.columns }),
  }),
});

mutation(savePayoutLayoutVerb, {
  description:
    'Remembers how a bank takes files of payouts; batches that were made stay as they are. For admins of payments.',
  input: (t) => ({
    bank: t.string({ required: true, description: texts.bank }),
    layout: t.field({ type: LayoutInput, required: true, description: 'How it takes them.' }),
  }),
  run: async (ctx, { bank, layout }) => ({
    bank: await savePayoutLayout(ctx, {
      bank,
      layout: {
        ...layout,
        firstLine: layout.firstLine ?? null,
        columns: layout.columns.map(({ text, most, ...column }) => ({
          ...column,
          text: text ?? null,
          most: most ?? null,
        })),
      },
    }),
  }),
  payload: {
    description: 'The layout is remembered.',
    fields: (t) => ({ bank: t.expose('bank', { type: Bank, description: 'The bank, as it is now.' }) }),
  },
});
