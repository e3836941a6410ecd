import type { Paise } from '../../../../db/columns.ts';
import { parseRupees } from './money.ts';

/** A shorter part has no trigram, by which the indexes find it. */
export const SHORTEST_PART = 3;

/** A text of more words is looked for as a whole only: each word is a search of its own. */
const MAX_WORDS = 6;

/** The different words of a search of two to six, each of which is looked for by itself; null for others. */
export function wordsOf(text: string): string[] | null {
  const words = [...new Set(text.split(/\s+/))];
  return words.length < 2 || words.length > MAX_WORDS ? null : words;
}

/** The pattern (`like`) of a part of a text in lower case. */
export function partPattern(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** The amount in a search text, as users write it: `₹1,500`, `1500.5`. Null when it contains none. */
export function amountIn(text: string): Paise | null {
  try {
    return parseRupees(text.replace(/^₹\s*/, '').replaceAll(',', ''));
  } catch {
    return null;
  }
}
