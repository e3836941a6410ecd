import { readAmount } from '../lib/money.ts';
import { errors } from '#messages/errors.ts';

/** Why a typed amount of rupees is none that the server takes; null where it is one, or nothing is typed. */
export function amountError(typed: string): string | null {
  if (typed === '' || readAmount(typed) !== null) return null;
  return /\.\d{3}/.test(typed) ? errors.decimals : errors.tooMuch;
}
