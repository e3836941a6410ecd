import { errors } from '#messages/errors.ts';

/** The text beside a required field that is empty; null where it isn't. */
export function missing(typed: string): string | null {
  return typed.trim() === '' ? errors.missing : null;
}

/** The same for a password, which may consist of spaces. */
export function missingPassword(typed: string): string | null {
  return typed === '' ? errors.missing : null;
}
