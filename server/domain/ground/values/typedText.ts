import { invalidInput } from '../refusals/errors.ts';

export interface TextBounds {
  /** Fewest characters; 1 where it is left out. */
  least?: number;
  /** Most characters. */
  most: number;
  /** A text of one line: no line breaks, tabs or format characters, except the joiners of Indian scripts. */
  oneLine?: true;
}

/**
 * Control characters have no use in a text, and PostgreSQL can't store NUL; half of a surrogate pair is no character;
 * bidi embeddings, overrides and isolates show a text in another order than it was written in.
 */
const NEVER = /[^\P{Cc}\t\n\r]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
const NOT_IN_A_LINE = /[^\P{C}\u200c\u200d]|[\p{Zl}\p{Zp}]/u;

/**
 * A text that somebody typed, trimmed. Every text that is stored or shown to others is read here; tests/repo finds what
 * isn't. Refuses with INVALID_INPUT one that is empty, too short or too long, and characters that are never plain text.
 * Characters count, not UTF-16 units, as people and the database's constraints count them.
 */
export function readText(field: string, typed: string, { least = 1, most, oneLine }: TextBounds): string {
  const text = typed.trim();
  const length = [...text].length;
  if (length === 0) throw invalidInput(field, `${field} is required`);
  if (length < least) throw invalidInput(field, `${field} must have at least ${least} characters`);
  if (length > most) throw invalidInput(field, `${field} must have at most ${most} characters`);
  const [character] = (oneLine ? NOT_IN_A_LINE : NEVER).exec(text) ?? [];
  if (character === undefined) return text;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  throw invalidInput(field, `${field} must be plain text, without the character U+${code}`);
}

/** The same where it may be left out: null when empty. */
export function readOptionalText(field: string, typed: string | null | undefined, bounds: TextBounds): string | null {
  return typed?.trim() ? readText(field, typed, bounds) : null;
}

/** A text to search for, trimmed. What can't be stored can't be found, and is left out. */
export function readSearch(typed: string | null | undefined): string {
  return typed?.replaceAll(/[\0\p{Cs}]/gu, '').trim() ?? '';
}
