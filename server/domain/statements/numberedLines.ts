import { createHash } from 'node:crypto';
import { tokensOf, type ReadLine } from './statementLine.ts';

export interface NumberedLine extends ReadLine {
  tokens: string[];
  /** Hex of what makes two lines equal. */
  hash: string;
  /** Position among the equal lines of its day, from 1. */
  ordinal: number;
}

/** Equal lines of a day are told apart by their position among each other, which another export of the day keeps. */
export function numberedLines(lines: readonly ReadLine[]): NumberedLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const { day, direction, amount, reference, description } = line;
    const identity = JSON.stringify([day, direction, String(amount), reference, description.toLowerCase()]);
    const hash = createHash('sha256').update(identity).digest('hex');
    const ordinal = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, ordinal);
    return { ...line, tokens: tokensOf(line), hash, ordinal };
  });
}
