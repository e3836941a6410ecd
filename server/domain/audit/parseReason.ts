import { readOptionalText, readText } from '../ground/values/typedText.ts';

/** Most characters of a reason. */
export const MAX_REASON_LENGTH = 500;
const MIN_REASON_LENGTH = 10;

/** In place of a required reason: the call came over REST, whose bodies have no field for one. */
export const overRest = Symbol('over REST');

/** A reason as given, where one is required. */
export type GivenReason = string | typeof overRest;

/** The reason of an admin's action: optional, at most 500 characters; null when empty. Refuses with INVALID_INPUT. */
export function parseReason(text: string | null | undefined, field = 'reason'): string | null {
  return readOptionalText(field, text, { most: MAX_REASON_LENGTH });
}

/**
 * The reason of an admin's action that needs one: 10 to 500 characters, "over REST" for a call without the field.
 * Refuses with INVALID_INPUT.
 */
export function requireReason(given: GivenReason, field = 'reason'): string {
  if (given === overRest) return 'over REST';
  return readText(field, given, { least: MIN_REASON_LENGTH, most: MAX_REASON_LENGTH });
}
