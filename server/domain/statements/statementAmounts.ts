import type { Paise } from '../../../db/columns.ts';
import { asciiDigits } from '../../../web/paymentTexts.ts';
import { paise } from '../ground/values/money.ts';

/** An amount of a statement: its size, and on which side it stands as far as its own text shows. */
export interface ReadAmount {
  /** Above zero. */
  size: Paise;
  /** By `CR` or `DR` beside it. */
  side: 'credit' | 'debit' | null;
  /** Whether it has a minus, or stands in brackets. */
  negative: boolean;
}

/** How `3.000` is meant: dots between thousands, or three decimals. */
export type ThreeDecimals = 'thousands' | 'decimals';

/**
 * Reads `1,23,456.78`, `₹ 500`, `Rs. 5,000/-`, `INR 1234.5`, `(250.00)`, `−250`, `250.00-`, `1,000.00 CR`, `1.234,56` and
 * digits of every script. Null for zero, a dash and nothing; undefined for anything else, such as more than two decimals.
 * `3.000` is undefined unless `threeDecimals` tells what it is. Exact: no floating point.
 */
export function readAmount(text: string, threeDecimals?: ThreeDecimals): ReadAmount | null | undefined {
  let rest = bare(text);
  if (rest === '' || /^-+$/.test(rest)) return null;
  let side: ReadAmount['side'] = null;
  const marked = /^(.*?)\(?(CR|DR)\.?\)?$/i.exec(rest) ?? /^()(CR|DR)\.?(?=[\d(+-])/i.exec(rest);
  if (marked) {
    rest = marked[1] === '' ? rest.slice(marked[0].length) : (marked[1] ?? '');
    side = marked[2]?.toUpperCase() === 'CR' ? 'credit' : 'debit';
  }
  const negative = /^\((.*)\)$|^-(.*)$|^(.*)-$/.exec(rest);
  if (negative) rest = negative[1] ?? negative[2] ?? negative[3] ?? '';
  const size = wholePaise(rest.replace(/^\+/, ''), threeDecimals);
  return size === undefined ? undefined : size === 0n ? null : { size, side, negative: negative !== null };
}

/** Whether an amount has exactly three zeros behind its only dot, and no comma: it may be thousands or decimals. */
export function isAmbiguous(text: string): boolean {
  return /^[(+-]?[1-9]\d{0,2}\.000[)-]?$/.test(bare(text));
}

/** Without spaces, currency and the dash that stands for "no paise", in ASCII. */
function bare(text: string): string {
  return asciiDigits(text)
    .replaceAll(/\s|₹|^'/gu, '')
    .replaceAll(/[\u2212\u2010-\u2014]/gu, '-')
    .replace(/\/-/, '')
    .replace(/^([(+-]?)(?:INR|RS\.?|रु\.?|रू\.?)/iu, '$1')
    .replace(/(?:INR|RS\.?)$/i, '');
}

/** The paise of `1,23,456.78`, `1.234,56` or `123456.7`; undefined for anything else. */
function wholePaise(text: string, threeDecimals: ThreeDecimals | undefined): Paise | undefined {
  if (isAmbiguous(text)) {
    if (threeDecimals === undefined) return undefined;
    return wholePaise(threeDecimals === 'thousands' ? text.replace('.', '') : text.slice(0, -1), threeDecimals);
  }
  const match =
    /^(\d{1,13}|\d{1,3}(?:,\d{2,3}){0,5},\d{3})?(?:\.(\d{0,6}))?$/.exec(text) ??
    /^(\d{1,13}|\d{1,3}(?:\.\d{3}){1,4})(?:,(\d{1,2}))$/.exec(text) ??
    /^(\d{1,3}(?:\.\d{3}){2,4})()$/.exec(text);
  const [, rupees = '', decimals = ''] = match ?? [];
  if (match === null || rupees + decimals === '' || /[1-9]/.test(decimals.slice(2))) return undefined;
  return paise(BigInt(rupees.replaceAll(/[.,]/g, '') || '0') * 100n + BigInt(decimals.slice(0, 2).padEnd(2, '0')));
}

/** A balance, which may be below zero or zero; undefined where it isn't an amount. `side` is what a column of its own has. */
export function readBalance(text: string, side: 'credit' | 'debit' | null = null): Paise | undefined {
  const read = readAmount(text, 'decimals');
  if (read === undefined) return undefined;
  if (read === null) return /\p{Nd}/u.test(text) ? paise(0n) : undefined;
  const isDebit = (read.side ?? side) === 'debit';
  return isDebit === read.negative ? read.size : paise(-BigInt(read.size));
}
