import type { Paise } from '../../../db/columns.ts';
import { isAccountNumber, isIfscCode, isUpiId } from '../../../web/paymentTexts.ts';
import { formatRupees } from '../ground/values/money.ts';
import { lettersOutside, letterName, type LetterSet } from './payoutLetters.ts';
import {
  dateStyles,
  delimiterOf,
  isMessage,
  type ColumnContent,
  type DateStyle,
  type PayoutLayout,
} from './payoutLayout.ts';

/** A payout as the bank gets it: either to a UPI id, or to a bank account. */
export interface FilePayout {
  /** Our id: what the bank's answer names it by. */
  code: string;
  amount: Paise;
  upiId: string | null;
  accountNumber: string | null;
  ifscCode: string | null;
  accountHolderName: string | null;
}

/** The account of ours that pays. */
export interface PayingAccount {
  upiId: string | null;
  accountNumber: string | null;
  ifscCode: string | null;
  accountHolderName: string | null;
}

export type PayoutField = 'holderName' | 'accountNumber' | 'ifscCode' | 'upiId' | 'amount';

/** Why a payout can't be in the bank's file. */
export interface FieldProblem {
  field: PayoutField;
  /** What the bank doesn't take, each once; empty where it is something else. */
  letters: string[];
  text: string;
}

/** RBI's smallest RTGS payment: ₹2,00,000. */
const RTGS_FROM: bigint = 20_000_000n;

/** How it travels, in the bank's word. */
export function modeOf(payout: FilePayout, own: PayingAccount, { modes }: PayoutLayout): string {
  const bank = (code: string | null) => code?.slice(0, 4) ?? null;
  if (payout.ifscCode !== null && bank(payout.ifscCode) === bank(own.ifscCode)) return modes.sameBank;
  return isUrgent(payout) ? modes.rtgs : modes.neft;
}

/** Whether it is large enough for RTGS. */
export function isUrgent({ amount, ifscCode }: FilePayout): boolean {
  return ifscCode !== null && amount >= RTGS_FROM;
}

/** The cells of a payout's row. `row` counts from 1; `day` is `YYYY-MM-DD`. */
export function cellsOf(
  payout: FilePayout,
  { row, day, own, layout }: { row: number; day: string; own: PayingAccount; layout: PayoutLayout },
): string[] {
  const values: Record<Exclude<ColumnContent, 'text'>, string | null> = {
    code: payout.code,
    row: String(row),
    mode: modeOf(payout, own, layout),
    amount: formatRupees(payout.amount),
    currency: 'INR',
    holderName: payout.accountHolderName,
    accountNumber: payout.accountNumber,
    ifscCode: payout.ifscCode,
    upiId: payout.upiId,
    account: payout.upiId ?? payout.accountNumber,
    day: dayText(day, layout.dateStyle),
    ownAccount: own.accountNumber ?? own.upiId,
    ownIfsc: own.ifscCode,
    ownName: own.accountHolderName,
  };
  return layout.columns.map(({ content, text }) => (content === 'text' ? text : values[content]) ?? '');
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-29` as the bank writes days. */
export function dayText(day: string, style: DateStyle): string {
  const [YYYY = '', MM = '', DD = ''] = day.split('-');
  const MMM = MONTHS[Number(MM) - 1] ?? '';
  const parts: Record<string, string> = { YYYY, MMM, MM, DD };
  return dateStyles[style].replaceAll(/YYYY|MMM|MM|DD/g, (part) => parts[part] ?? part);
}

const words: Record<PayoutField, string> = {
  holderName: 'The holder’s name',
  accountNumber: 'The account number',
  ifscCode: 'The IFSC code',
  upiId: 'The UPI id',
  amount: 'The amount',
};

/** What keeps a payout out of the bank's file: letters that the bank doesn't take, texts that are too long, no place for it. */
export function problemsOf(payout: FilePayout, layout: PayoutLayout): FieldProblem[] {
  const place = placeProblem(payout, layout);
  if (place !== null) return [place];
  const texts: [PayoutField, string | null][] = [
    ['holderName', payout.accountHolderName],
    ['accountNumber', payout.accountNumber],
    ['ifscCode', payout.ifscCode],
    ['upiId', payout.upiId],
    ['amount', formatRupees(payout.amount)],
  ];
  return texts.flatMap(([field, text]) => (text === null ? [] : fieldProblem(field, text, layout)));
}

/** UPI ids have no place in pain.001, and in tables only where a column holds them; likewise bank accounts. */
function placeProblem({ upiId }: FilePayout, { format, columns }: PayoutLayout): FieldProblem | null {
  const has = (...contents: ColumnContent[]) => columns.some(({ content }) => contents.includes(content));
  if (upiId !== null && (isMessage(format) || !has('upiId', 'account'))) {
    return { field: 'upiId', letters: [], text: 'The bank’s file has no place for a UPI id.' };
  }
  if (upiId === null && !isMessage(format) && !(has('accountNumber', 'account') && has('ifscCode'))) {
    return { field: 'accountNumber', letters: [], text: 'The bank’s file has no column for bank accounts.' };
  }
  return null;
}

const forms: Partial<Record<PayoutField, (text: string) => boolean>> = {
  accountNumber: isAccountNumber,
  ifscCode: isIfscCode,
  upiId: isUpiId,
};

const inColumns: Record<PayoutField, readonly ColumnContent[]> = {
  holderName: ['holderName'],
  accountNumber: ['accountNumber', 'account'],
  ifscCode: ['ifscCode'],
  upiId: ['upiId', 'account'],
  amount: ['amount'],
};

function fieldProblem(field: PayoutField, text: string, layout: PayoutLayout): FieldProblem[] {
  const { format, columns } = layout;
  const delimiter = delimiterOf(layout);
  const held = columns.filter(({ content }) => inColumns[field].includes(content));
  if (!isMessage(format) && held.length === 0) return [];
  const letters = lettersOutside(text, setFor(field, layout.letters), delimiter);
  // A bank that knows no quotes reads them as part of the cell.
  if (delimiter !== '' && text.includes('"') && !letters.includes('"')) letters.push('"');
  if (letters.length > 0) {
    const named = letters.map(letterName).join(' ');
    return [{ field, letters, text: `${words[field]} has what the bank doesn’t take: ${named}` }];
  }
  if (forms[field]?.(text) === false) return [{ field, letters: [], text: `${words[field]} is none: ${text}` }];
  // Spreadsheets, the bank's too, would take it for a formula.
  if (/^[^\p{L}\p{N}]/u.test(text)) {
    const [first = ''] = text;
    return [{ field, letters: [first], text: `${words[field]} begins with ${letterName(first)}.` }];
  }
  const most = Math.min(...held.flatMap((column) => column.most ?? []), isMessage(format) ? 140 : Infinity);
  const length = [...text].length;
  if (length <= most) return [];
  return [{ field, letters: [], text: `${words[field]} has ${length} characters, the bank takes ${most}.` }];
}

/** Texts that people wrote have letters of the bank's set; the others have a form of their own. */
function setFor(field: PayoutField, letters: LetterSet): LetterSet {
  return field === 'holderName' ? letters : 'ascii';
}
