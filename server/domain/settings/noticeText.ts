import { readOptionalText, readText } from '../ground/values/typedText.ts';

const bounds = { least: 3, most: 300 };

/** A text for players, 3 to 300 characters. Refuses with INVALID_INPUT. */
export function parseNotice(field: string, typed: string): string {
  return readText(field, typed, bounds);
}

/** The same where it may be left out: null when empty. */
export function parseOptionalNotice(field: string, typed: string | null | undefined): string | null {
  return readOptionalText(field, typed, bounds);
}
