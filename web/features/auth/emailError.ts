import { isEmail } from '../../lib/text.ts';
import { errors } from '#messages/errors.ts';

/** What is wrong with a typed email: `required` is the text where there is none. */
export function emailError(typed: string, required = errors.missing): string | null {
  if (typed.trim() === '') return required;
  return isEmail(typed) ? null : errors.emailInvalid;
}
