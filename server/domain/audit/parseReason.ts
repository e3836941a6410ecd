import { invalidInput } from '../errors.ts';

const MAX_REASON_LENGTH = 500;

/** The reason of an admin's action: optional, at most 500 characters; null when empty. Refuses with INVALID_INPUT. */
export function parseReason(text: string | null | undefined, field = 'reason'): string | null {
  const reason = text?.trim() ?? '';
  if ([...reason].length > MAX_REASON_LENGTH) {
    throw invalidInput(field, `${field} must have at most ${MAX_REASON_LENGTH} characters`);
  }
  // Postgres can't store NUL.
  if (reason.includes('\u0000')) throw invalidInput(field, `${field} must be plain text`);
  return reason === '' ? null : reason;
}
