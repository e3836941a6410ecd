import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { isReferenceKey, referenceKey } from '../../../web/paymentTexts.ts';
import { statementText } from '../../../db/schema/searchTexts.ts';
import { statementLines } from '../../../db/schema/statements.ts';
import { isDay } from '../ground/values/calendar.ts';
import { amountIn, partPattern, SHORTEST_PART, wordsOf } from '../ground/values/searchWords.ts';
import { readSearch } from '../ground/values/typedText.ts';

/**
 * Lines that a search finds: by reference, however it is typed; by part (at least 3 characters) of what the bank wrote; by amount in
 * rupees; by day (`20-11-26`, `2026-11-20`). Of several words, up to six, lines that have the text as it stands, and those that
 * each word finds. Undefined for an empty search.
 */
export function lineSearch(search: string | undefined): SQL | undefined {
  const text = readSearch(search);
  if (text === '') return undefined;
  const words = wordsOf(text);
  // Words that nothing can be found by don't count.
  const byEach = words === null ? undefined : and(...words.map(byText));
  return or(byReference(text), byText(text), byEach) ?? sql`false`;
}

/** With the key of this reference among what may be one in the line. */
function byReference(text: string): SQL | undefined {
  const key = referenceKey(text);
  return isReferenceKey(key) ? sql`${statementLines.tokens} @> array[${key}]` : undefined;
}

function byText(text: string): SQL | undefined {
  const amount = amountIn(text);
  const day = dayIn(text);
  return or(
    amount === null ? undefined : eq(statementLines.amount, amount),
    day === null ? undefined : eq(statementLines.day, day),
    [...text].length < SHORTEST_PART ? undefined : sql`${statementText} like ${partPattern(text)}`,
  );
}

/** The day, `YYYY-MM-DD`, in a search text: as screens write it, with a year of two or four digits, or as it is stored. */
export function dayIn(text: string): string | null {
  const [, date = '', month = '', year = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2}|\d{4})$/.exec(text) ?? [];
  const day =
    year === '' ? text : `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}
