import type { Paise } from '../../../db/columns.ts';
import { paise } from '../money.ts';

/** An amount of a statement: its size, and on which side it stands as far as its own text shows. */
export interface ReadAmount {
  /** Above zero. */
  size: Paise;
  /** By a sign, brackets, or `CR` and `DR` behind it. */
  side: 'credit' | 'debit' | null;
}

/**
 * Reads `1,23,456.78`, `₹ 500`, `INR 1234.5`, `(250.00)`, `-250`, `250.00-`, `1,000.00 CR`. Null for zero, a dash and
 * nothing; undefined for anything else, such as more than two decimals. Exact: no floating point.
 */
export function readAmount(text: string): ReadAmount | null | undefined {
  let rest = text.replaceAll(/\s|₹|^'/g, '').replace(/^([(+-]?)(?:INR|RS\.?)/i, '$1');
  if (rest === '' || /^-+$/.test(rest)) return null;
  let side: ReadAmount['side'] = null;
  const marked = /^(.*?)\(?(CR|DR)\.?\)?$/i.exec(rest);
  if (marked) {
    rest = marked[1] ?? '';
    side = marked[2]?.toUpperCase() === 'CR' ? 'credit' : 'debit';
  }
  const negative = /^\((.*)\)$|^-(.*)$|^(.*)-$/.exec(rest);
  if (negative) {
    rest = negative[1] ?? negative[2] ?? negative[3] ?? '';
    side = side === 'debit' ? 'credit' : 'debit';
  }
  const size = wholePaise(rest.replace(/^\+/, ''));
  return size === undefined ? undefined : size === 0n ? null : { size, side };
}

/** The paise of `1,23,456.78` or `123456.7`; undefined for anything else. */
function wholePaise(text: string): Paise | undefined {
  const match = /^(\d{1,13}|\d{1,3}(?:,\d{2,3}){1,5})?(?:\.(\d{0,6}))?$/.exec(text);
  const [, rupees = '', decimals = ''] = match ?? [];
  if (match === null || rupees + decimals === '' || /[1-9]/.test(decimals.slice(2))) return undefined;
  return paise(BigInt(rupees.replaceAll(',', '') || '0') * 100n + BigInt(decimals.slice(0, 2).padEnd(2, '0')));
}

/** A balance, which may be below zero or zero; undefined where it isn't an amount. */
export function readBalance(text: string): Paise | undefined {
  const read = readAmount(text);
  if (read === undefined) return undefined;
  if (read === null) return /\d/.test(text) ? paise(0n) : undefined;
  return read.side === 'debit' ? paise(-BigInt(read.size)) : read.size;
}
