import type { Paise } from '../../../db/columns.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { paise } from '../ground/values/money.ts';
import { mt940Fields, type Mt940Field } from './mt940Fields.ts';
import { readDate } from './statementDates.ts';
import { asReference, balanceAfter, lineText, oneLine, type ReadLine, rowText } from './statementLine.ts';
import type { LeftOutRow } from './statementQuestions.ts';
import type { StatementPart } from './statementParts.ts';

/** Value date, booking date, mark, code, amount, type, reference, the bank's reference, further text. */
const LINE =
  /^(\d{6})(\d{4}| {4})?\s*(R?[CD]|E[CD])([A-Z]?)(\d{1,15}(?:[,.]\d{0,2})?)\s*([A-Z][A-Z0-9]{3})?([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;
const BALANCE = /^([CD])(\d{6})([A-Z]{3})?(\d{1,15}(?:[,.]\d{0,2})?)/;
/** A line of narration that is so long goes on without a space in the next one. */
const FULL_LINE = 65;

interface MarkedLine {
  line: ReadLine;
  /** Expected: not booked yet, unless the balances count it. */
  isExpected: boolean;
  row: number;
}

interface Message {
  account: string | null;
  opening: Paise | null;
  closing: Paise | null;
  closingDay: string | null;
  lines: MarkedLine[];
  leftOut: LeftOutRow[];
}

/**
 * Reads MT940 messages (SWIFT), one or more in a file, a part for each. Refuses with INVALID_INPUT fields that aren't of
 * its form, naming them, and other currencies. Lines of zero are left out, and so are expected ones (EC, ED) unless the
 * balances count them.
 */
export function readMt940(text: string): StatementPart[] {
  const messages: Message[] = [];
  let account: string | null = null;
  const fields = mt940Fields(text);
  for (const [index, field] of fields.entries()) {
    const { tag, text: content } = field;
    if (tag === '25' || tag === '25P') account = accountOf(content);
    else if (tag === '60F' || tag === '60M') messages.push(begun(account, balanceOf(content).size));
    else if (tag === '61') {
      const details = fields[index + 1];
      addLine(open(messages, account), field, details?.tag === '86' ? details.text : '');
    } else if (tag === '62F' || tag === '62M') {
      const message = open(messages, account);
      const { size, day } = balanceOf(content);
      message.closing = size;
      message.closingDay = day;
    }
  }
  return messages.map(partOf);
}

function begun(account: string | null, opening: Paise | null): Message {
  return { account, opening, closing: null, closingDay: null, lines: [], leftOut: [] };
}

/** The message under way; a new one where none is, or its closing balance has come. */
function open(messages: Message[], account: string | null): Message {
  const last = messages.at(-1);
  if (last !== undefined && last.closing === null) return last;
  const message = begun(account, null);
  messages.push(message);
  return message;
}

function partOf({ lines, leftOut, ...message }: Message): StatementPart {
  const { opening, closing } = message;
  const booked = lines.filter(({ isExpected }) => !isExpected);
  const leadsOn = (of: readonly MarkedLine[]) =>
    opening !== null &&
    balanceAfter(
      opening,
      of.map(({ line }) => line),
    ) === closing;
  const countsExpected = !leadsOn(booked) && leadsOn(lines);
  const kept = countsExpected ? lines : booked;
  const expected = countsExpected ? [] : lines.filter(({ isExpected }) => isExpected);
  return {
    ...message,
    lines: kept.map(({ line }) => line),
    leftOut: [
      ...leftOut,
      ...expected.map(({ row, line }) => ({ row, text: lineText(line), reason: 'notBooked' as const })),
    ],
  };
}

function accountOf(text: string): string | null {
  const number = text
    .split('\n')[0]
    ?.split('/')
    .at(-1)
    ?.replace(/\s*[A-Z]{3}$/, '')
    .trim();
  return number || null;
}

function addLine(message: Message, { text, row }: Mt940Field, details: string): void {
  const match = LINE.exec(text);
  if (match === null) throw invalidInput('file', `":61:${text.slice(0, 60)}" is no line of MT940.`);
  const [, value = '', booked = '', mark = '', , amount = '', type = '', own = '', bank = '', further = ''] = match;
  const size = inPaise(amount);
  if (size === 0n) {
    message.leftOut.push({ row, text: rowText([text, details]), reason: 'noAmount' });
    return;
  }
  const isReversal = mark.startsWith('R');
  const direction = mark.endsWith('C') === isReversal ? 'debit' : 'credit';
  const references = [own, bank].map((part) => (part.trim() === 'NONREF' ? null : asReference(part)));
  const line: ReadLine = {
    day: dayOf(value, booked.trim()),
    at: null,
    direction,
    amount: paise(size),
    description: oneLine(`${spaced(details)} ${[own, bank, further].join(' ')}`),
    reference: references.find((reference) => reference !== null) ?? null,
    words: oneLine(`${details.replaceAll('\n', '').replaceAll(/\?\d\d/g, '')} ${type}`),
  };
  message.lines.push({ line, isExpected: mark.startsWith('E'), row });
}

/**
 * Narration in one line: a full line goes on without a space. Codes of structured narration (`?20`) begin a part.
 */
function spaced(details: string): string {
  const lines = details.split('\n');
  return lines
    .map((line, at) => (at < lines.length - 1 && line.length < FULL_LINE ? `${line} ` : line))
    .join('')
    .replaceAll(/\?\d\d/g, ' ');
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

function balanceOf(text: string): { size: Paise; day: string | null } {
  const match = BALANCE.exec(text);
  if (match === null) throw invalidInput('file', `"${text.slice(0, 60)}" is no balance of MT940.`);
  const [, side, date = '', currency = 'INR', amount = ''] = match;
  if (currency !== 'INR') throw invalidInput('file', `The statement is in ${currency}, not in INR.`);
  const size = inPaise(amount);
  return { size: paise(side === 'C' ? size : -size), day: readDate(`20${date}`, 'YMD')?.day ?? null };
}

function inPaise(amount: string): bigint {
  const [rupees = '0', decimals = ''] = amount.split(/[,.]/);
  return BigInt(rupees) * 100n + BigInt(decimals.padEnd(2, '0'));
}
