import { invalidInput } from '../ground/refusals/errors.ts';
import { readOptionalText, readText } from '../ground/values/typedText.ts';
import { lettersOutside, type LetterSet } from './payoutLetters.ts';

/** How a bank takes a file of payouts. The two last are pain.001.001.03 and pain.001.001.09 of ISO 20022. */
export type PayoutFormat = 'csv' | 'xlsx' | 'pain_001_001_03' | 'pain_001_001_09';

export const delimiters = { comma: ',', semicolon: ';', pipe: '|', tilde: '~', tab: '\t' } as const;
export type Delimiter = keyof typeof delimiters;

export const dateStyles = {
  slashes: 'DD/MM/YYYY',
  dashes: 'DD-MM-YYYY',
  digits: 'DDMMYYYY',
  monthName: 'DD-MMM-YYYY',
  iso: 'YYYY-MM-DD',
} as const;
export type DateStyle = keyof typeof dateStyles;

/** What a column of a bank's table holds. */
export type ColumnContent =
  | 'code'
  | 'row'
  | 'mode'
  | 'amount'
  | 'currency'
  | 'holderName'
  | 'accountNumber'
  | 'ifscCode'
  | 'upiId'
  | 'account'
  | 'day'
  | 'ownAccount'
  | 'ownIfsc'
  | 'ownName'
  | 'text';

export interface PayoutColumn {
  /** Its title, where the table has titles. */
  heading: string;
  content: ColumnContent;
  /** Of `text`: what each row has; else null. */
  text: string | null;
  /** The most characters that the bank takes; null: any number. */
  most: number | null;
}

/** How a payout travels, as the bank writes it. */
export interface PayoutModes {
  /** Within the bank itself. */
  sameBank: string;
  neft: string;
  /** From ₹2,00,000 on. */
  rtgs: string;
}

/** How a bank takes a file of payouts: set once and remembered under its name. */
export interface PayoutLayout {
  format: PayoutFormat;
  letters: LetterSet;
  /** What stands between the cells of a CSV. */
  delimiter: Delimiter;
  /** A line above everything else, such as the number of a customer; null: none. */
  firstLine: string | null;
  /** Whether the titles of the columns stand above them. */
  headings: boolean;
  dateStyle: DateStyle;
  modes: PayoutModes;
  /** Of a table, in their order; empty for pain.001. */
  columns: PayoutColumn[];
}

const MAX_COLUMNS = 40;
const MAX_HEADING = 60;
const MAX_TEXT = 140;
const MAX_MODE = 20;

/** Whether the file is a message of ISO 20022. */
export function isMessage(format: PayoutFormat): boolean {
  return format === 'pain_001_001_03' || format === 'pain_001_001_09';
}

/**
 * A layout as it is kept. Refuses with INVALID_INPUT a table without our id, the amount or where the money goes, texts that are too
 * long, and letters that the bank doesn't take.
 */
export function checkLayout(layout: PayoutLayout): PayoutLayout {
  const modes = {
    sameBank: modeText('modes', layout.modes.sameBank, layout),
    neft: modeText('modes', layout.modes.neft, layout),
    rtgs: modeText('modes', layout.modes.rtgs, layout),
  };
  if (isMessage(layout.format)) return { ...layout, modes, firstLine: null, headings: false, columns: [] };
  const firstLine = readOptionalText('firstLine', layout.firstLine, { most: 200, oneLine: true });
  const columns = layout.columns.map((column, at) => checkColumn(column, at, layout));
  if (columns.length > MAX_COLUMNS) throw invalidInput('columns', `columns must be at most ${MAX_COLUMNS}`);
  const contents = new Set(columns.map(({ content }) => content));
  if (!contents.has('amount')) throw invalidInput('columns', 'A column must hold the amount.');
  if (!contents.has('code')) {
    throw invalidInput('columns', 'A column must hold our id: by it the bank’s answer is read.');
  }
  const paysAccounts = contents.has('accountNumber') || contents.has('account');
  if (!paysAccounts && !contents.has('upiId')) {
    throw invalidInput('columns', 'A column must hold the account number or the UPI id.');
  }
  return { ...layout, modes, firstLine, columns };
}

function checkColumn(column: PayoutColumn, at: number, layout: PayoutLayout): PayoutColumn {
  const { content, most } = column;
  if (most !== null && (!Number.isInteger(most) || most < 1 || most > MAX_TEXT)) {
    throw invalidInput('columns', `Column ${at + 1}: the most characters must be 1 to ${MAX_TEXT}.`);
  }
  const heading = readOptionalText('columns', column.heading, { most: MAX_HEADING, oneLine: true }) ?? '';
  if (layout.headings && heading === '') throw invalidInput('columns', `Column ${at + 1} has no heading.`);
  const text = content === 'text' ? readOptionalText('columns', column.text, { most: MAX_TEXT, oneLine: true }) : null;
  for (const own of [heading, text ?? '']) refuseDelimiter(own, at, layout);
  return { heading, content, text, most };
}

/** What stands between the cells of a CSV; empty for other files. */
export function delimiterOf({ format, delimiter }: PayoutLayout): string {
  return format === 'csv' ? delimiters[delimiter] : '';
}

/** A cell with the delimiter in it would be two at a bank that knows no quotes. */
function refuseDelimiter(text: string, at: number, layout: PayoutLayout): void {
  const delimiter = delimiterOf(layout);
  if (delimiter === '' || (!text.includes('"') && !text.includes(delimiter))) return;
  throw invalidInput('columns', `Column ${at + 1} has a quote or the delimiter in its text.`);
}

function modeText(field: string, text: string, layout: PayoutLayout): string {
  const mode = readText(field, text, { most: MAX_MODE, oneLine: true });
  const [wrong] = lettersOutside(mode, layout.letters, delimiterOf(layout));
  if (wrong !== undefined) throw invalidInput(field, `"${mode}" has a letter that the bank doesn’t take: ${wrong}`);
  return mode;
}
