import { isEmail } from '../../lib/text.ts';
import { words } from '../../messages/words.ts';

/** What is wrong with a typed email: `required` is the text where there is none. */
export function emailError(typed: string, required = words.errors.missing): string | null {
  if (typed.trim() === '') return required;
  return isEmail(typed) ? null : words.errors.emailInvalid;
}
