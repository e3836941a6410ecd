import { readOptionalText } from '../ground/values/typedText.ts';

/** Words of an admin to a player beside a decision, a correction or a credit. */
const MAX_LENGTH = 150;

/** The message as typed, trimmed; null without one. Refuses with INVALID_INPUT one of more than 150 characters. */
export function readPlayerMessage(message: string | null | undefined): string | null {
  return readOptionalText('message', message, { most: MAX_LENGTH });
}
