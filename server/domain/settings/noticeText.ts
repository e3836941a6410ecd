import { invalidInput } from '../errors.ts';

const MIN_LENGTH = 3;
const MAX_LENGTH = 300;

/** A text for players, 3 to 300 characters. Refuses with INVALID_INPUT. */
export function parseNotice(field: string, typed: string): string {
  const text = typed.trim();
  const length = [...text].length;
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    throw invalidInput(field, `${field} must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`);
  }
  // Postgres can't store NUL.
  if (text.includes('\u0000')) throw invalidInput(field, `${field} must be plain text`);
  return text;
}

/** The same where it may be left out: null when empty. */
export function parseOptionalNotice(field: string, typed: string | null | undefined): string | null {
  return typed?.trim() ? parseNotice(field, typed) : null;
}
