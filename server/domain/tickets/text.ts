import { invalidInput } from '../errors.ts';

/** Maximum words of a ticket's description (server/domain/README.md#tickets-documents-and-feedback). */
const DESCRIPTION_WORDS = 50;
/** Maximum characters of a description or message, because words can have any length. */
const TEXT_CHARACTERS = 2_000;
/** Maximum characters of a feedback. */
const FEEDBACK_CHARACTERS = 400;

/** A ticket's description, trimmed: 1-50 words. */
export function readDescription(description: string): string {
  const text = readText('description', description, TEXT_CHARACTERS);
  if (countWords(text) > DESCRIPTION_WORDS) {
    throw invalidInput('description', `The description has more than ${DESCRIPTION_WORDS} words.`);
  }
  return text;
}

/** A chat message, trimmed and not empty. */
export function readMessage(message: string): string {
  return readText('message', message, TEXT_CHARACTERS);
}

/** The text of a feedback, trimmed, at most 400 characters; may be empty. */
export function readFeedback(text: string): string {
  return text.trim() === '' ? '' : readText('text', text, FEEDBACK_CHARACTERS);
}

/** Number of words, separated by whitespace. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}

/** A text, trimmed, of 1 to so many characters. Refuses with INVALID_INPUT. */
export function readText(field: string, given: string, maxCharacters: number): string {
  const text = given.trim();
  if (text === '') throw invalidInput(field, `The ${field} is empty.`);
  // Characters, not UTF-16 units, because users and the database's constraint count characters.
  if ([...text].length > maxCharacters) {
    throw invalidInput(field, `The ${field} has more than ${maxCharacters} characters.`);
  }
  // Postgres can't store NUL; the other control characters have no use here.
  if (/[^\P{Cc}\t\n\r]/u.test(text)) throw invalidInput(field, `The ${field} holds control characters.`);
  return text;
}
