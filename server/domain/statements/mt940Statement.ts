import type { Paise } from '../../../db/columns.ts';
import { invalidInput } from '../errors.ts';
import { paise } from '../money.ts';
import { runningBalances } from './runningBalances.ts';
import { readDate } from './statementDates.ts';
import { asReference, oneLine, type DayBalance, type ReadLine, type ReadStatement } from './statementLine.ts';
import { MAX_STATEMENT_LINES } from './statementText.ts';

interface Field {
  tag: string;
  text: string;
}

/** Value date, booking date, reversal and side, code, amount, type, reference, the bank's reference, further text. */
const LINE =
  /^(\d{6})(\d{4})?(R?)([CD])([A-Z]?)(\d{1,13},\d{0,2})([NFS][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;
const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,13},\d{0,2})$/;

/**
 * Reads MT940 messages (SWIFT), one or more in a file. Refuses with INVALID_INPUT fields that aren't of its form, naming
 * them, and other currencies.
 */
export function readMt940(text: string): ReadStatement {
  const fields = fieldsOf(text);
  const lines: ReadLine[] = [];
  const balances: DayBalance[] = [];
  let opening: Paise | null = null;
  let first = 0;
  for (const [index, { tag, text: content }] of fields.entries()) {
    if (tag === '60F' || tag === '60M') {
      opening = balanceOf(content);
      first = lines.length;
    } else if (tag === '61') {
      const details = fields[index + 1];
      lines.push(lineOf(content, details?.tag === '86' ? details.text : ''));
    } else if (tag === '62F' || tag === '62M') {
      balances.push(...runningBalances(lines.slice(first), opening, balanceOf(content)));
      opening = null;
    }
  }
  if (lines.length > MAX_STATEMENT_LINES) {
    throw invalidInput('file', `The file has more than ${MAX_STATEMENT_LINES} lines.`);
  }
  const account = fields
    .find(({ tag }) => tag === '25')
    ?.text.split('/')
    .at(-1)
    ?.replace(/[A-Z]{3}$/, '')
    .trim();
  return { format: 'mt940', account: account || null, lines, balances, leftOut: 0 };
}

/** `:61:` and the like; a field goes on until the next one, or a line with `-` alone. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const line of text.split('\n')) {
    const begun = /^:(\d{2}[A-Z]?):(.*)$/.exec(line);
    const last = fields.at(-1);
    if (begun) fields.push({ tag: begun[1] ?? '', text: (begun[2] ?? '').trimEnd() });
    else if (/^(-\}?|\{.*)?$/.test(line.trim())) continue;
    else if (last) last.text += `\n${line.trimEnd()}`;
  }
  return fields;
}

function lineOf(text: string, details: string): ReadLine {
  const match = LINE.exec(text);
  if (match === null) throw invalidInput('file', `":61:${text.slice(0, 60)}" is no line of MT940.`);
  const [, value = '', booked = '', reversal, side, , amount = '', , own = '', bank = '', further = ''] = match;
  const direction = (side === 'C') === (reversal === '') ? 'credit' : 'debit';
  const references = [own, bank].map((part) => (part.trim() === 'NONREF' ? null : asReference(part)));
  return {
    day: dayOf(value, booked),
    at: null,
    direction,
    amount: positive(amount, text),
    description: oneLine(`${unwrapped(details)} ${[own, bank, further].join(' ')}`),
    reference: references.find((reference) => reference !== null) ?? null,
  };
}

/** Structured details: `?20` and the like begin a part of a text, `/` stays. */
function unwrapped(details: string): string {
  return details.replaceAll('\n', '').replaceAll(/\?\d\d/g, ' ');
}

/** The booking date has no year: it is the one that lies nearest to the value date. */
function dayOf(value: string, booked: string): string {
  const year = Number(value.slice(0, 2));
  const month = booked === '' ? value.slice(2, 6) : booked;
  const [from, to] = [value.slice(2, 4), month.slice(0, 2)];
  const shift = from === '12' && to === '01' ? 1 : from === '01' && to === '12' ? -1 : 0;
  const read = readDate(`20${String(year + shift).padStart(2, '0')}${month}`, 'YMD');
  if (read === null) throw invalidInput('file', `"${value}${booked}" is no date of MT940.`);
  return read.day;
}

function balanceOf(text: string): Paise {
  const match = BALANCE.exec(text);
  if (match === null) throw invalidInput('file', `"${text.slice(0, 60)}" is no balance of MT940.`);
  const [, side, , currency, amount = ''] = match;
  if (currency !== 'INR') throw invalidInput('file', `The statement is in ${currency}, not in INR.`);
  const size = inPaise(amount);
  return paise(side === 'C' ? size : -size);
}

function positive(amount: string, text: string): Paise {
  const size = inPaise(amount);
  if (size === 0n) throw invalidInput('file', `":61:${text.slice(0, 60)}" has no amount.`);
  return paise(size);
}

function inPaise(amount: string): bigint {
  const [rupees = '0', decimals = ''] = amount.split(',');
  return BigInt(rupees) * 100n + BigInt(decimals.padEnd(2, '0'));
}
