import { invalidInput } from '../ground/refusals/errors.ts';

/** What canned answers may hold in braces: the player's name and UID, and the ticket's title. */
const known = /\{(?:name|uid|ticket)\}/g;

/**
 * Refuses (INVALID_INPUT) braces that aren't of a known placeholder, so that no player is sent one that was mistyped. The
 * database has the same rule.
 */
export function refuseUnknownPlaceholders(text: string): void {
  const [wrong] = text.replaceAll(known, '').match(/\{[^{}]*\}?|\}/) ?? [];
  if (wrong === undefined) return;
  throw invalidInput('text', `“${wrong}” is no placeholder. There are {name}, {uid} and {ticket}.`);
}
