import { invalidInput } from '../errors.ts';

/** Words of a ticket's description, at most (server/domain/README.md#tickets-documents-and-feedback). */
const DESCRIPTION_WORDS = 50;
/** Characters of a description or message, at most: words have no length of their own. */
const TEXT_CHARACTERS = 2_000;
/** Characters of a feedback, at most. */
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

/** The words of a feedback, trimmed, at most 400 characters; none at all where the stars say everything. */
export function readFeedback(text: string): string {
  return text.trim() === '' ? '' : readText('text', text, FEEDBACK_CHARACTERS);
}

/** Words, as a person counts them: what spaces and line ends separate. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}

function readText(field: string, given: string, maxCharacters: number): string {
  const text = given.trim();
  if (text === '') throw invalidInput(field, `The ${field} is empty.`);
  // Characters, not UTF-16 units, since that is what people count and what the database's own check counts.
  if ([...text].length > maxCharacters) {
    throw invalidInput(field, `The ${field} has more than ${maxCharacters} characters.`);
  }
  // PostgreSQL's text cannot hold a NUL, and nobody means the other control characters either.
  if (/[^\P{Cc}\t\n\r]/u.test(text)) throw invalidInput(field, `The ${field} holds control characters.`);
  return text;
}
