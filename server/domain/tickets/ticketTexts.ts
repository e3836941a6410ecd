import { invalidInput } from '../ground/refusals/errors.ts';
import { readOptionalText, readText } from '../ground/values/typedText.ts';

/** Maximum words of a ticket's description (server/domain/tickets/README.md#tickets-documents-and-feedback). */
const DESCRIPTION_WORDS = 50;
/** Maximum characters of a description or message, because words can have any length. */
const TEXT_CHARACTERS = 2_000;
/** Maximum characters of a feedback. */
const FEEDBACK_CHARACTERS = 400;

/** A ticket's description, trimmed: 1-50 words. */
export function readDescription(description: string): string {
  const text = readText('description', description, { most: TEXT_CHARACTERS });
  if (countWords(text) > DESCRIPTION_WORDS) {
    throw invalidInput('description', `description must have at most ${DESCRIPTION_WORDS} words`);
  }
  return text;
}

/** A chat message, trimmed and not empty. */
export function readMessage(message: string): string {
  return readText('message', message, { most: TEXT_CHARACTERS });
}

/** The text of a feedback, trimmed, at most 400 characters; may be empty. */
export function readFeedback(text: string): string {
  return readOptionalText('text', text, { most: FEEDBACK_CHARACTERS }) ?? '';
}

/** Number of words, separated by whitespace. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}
