import { createHash } from 'node:crypto';
import { isReferenceKey, referenceKey } from '../../../web/paymentTexts.ts';
import { tokensOf, type ReadLine } from './statementLine.ts';

export interface NumberedLine extends ReadLine {
  tokens: string[];
  /** Hex of what makes two lines equal. */
  hash: string;
  /** Position among the equal lines of its day, from 1. */
  ordinal: number;
  /** Both, as files of older releases have them. */
  oldHash: string;
  oldOrdinal: number;
}

/**
 * Lines are equal that have day, side, amount and the key of their reference in common; without a reference, the letters
 * and digits of their text. Equal lines of a file are told apart by their position among each other, which another export
 * of the day keeps.
 */
export function numberedLines(lines: readonly ReadLine[]): NumberedLine[] {
  const ordinalOf = counter();
  const oldOrdinalOf = counter();
  return lines.map((line) => {
    const { day, direction, amount, reference, description } = line;
    const tokens = tokensOf(line);
    const key = keyOf(line);
    const text = key ?? description.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
    const hash = digest([day, direction, String(amount), key === null ? 'text' : 'key', text]);
    const oldHash = digest([day, direction, String(amount), reference, description.toLowerCase()]);
    return { ...line, tokens, hash, ordinal: ordinalOf(hash), oldHash, oldOrdinal: oldOrdinalOf(oldHash) };
  });
}

/** A reference of a payment in a text: a RRN of 12 digits, or a UTR of 16 or 22 characters. */
const IN_TEXT = /(?<![0-9A-Z])(?:\d{12}|[A-Z]{4}[A-Z0-9]\d{11}|[A-Z]{4}[A-Z0-9]{2}\d{16})(?![0-9A-Z])/g;

/** A line's reference, its own or the only one in its text; null where it has none that a request could have. */
export function referenceOfLine({
  reference,
  description,
}: Pick<ReadLine, 'reference' | 'description'>): string | null {
  const found = reference === null ? [...new Set(description.toUpperCase().match(IN_TEXT) ?? [])] : [reference];
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  return isReferenceKey(referenceKey(only)) ? only : null;
}

function keyOf(line: ReadLine): string | null {
  const reference = referenceOfLine(line);
  return reference === null ? null : referenceKey(reference);
}

function digest(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function counter(): (key: string) => number {
  const seen = new Map<string, number>();
  return (key) => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count;
  };
}
