import type { Paise } from '../../../../db/columns.ts';
import { invalidInput } from '../refusals/errors.ts';

/** ₹1,00,00,000: maximum of a single amount (server/domain/ground/README.md#names-and-money). */
export const MAX_AMOUNT = 1_000_000_000n as Paise;

export const NO_PAISE = 0n as Paise;

/** Whole paise as decimal text, as events and notifications hold them; null stays. */
export function paiseText(amount: Paise | null): string | null {
  return amount === null ? null : String(amount);
}

/** Whole paise as money. */
export function paise(value: bigint): Paise {
  return value as Paise;
}

/**
 * Parses an amount from a user or program, a decimal number of rupees such as "1234.50". Refuses (INVALID_INPUT) more
 * than two decimals, zero or below, above ₹1,00,00,000, and anything that is not a plain decimal number.
 */
export function parseRupees(text: string, field = 'amount'): Paise {
  const match = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text);
  if (match === null) throw invalidInput(field, `${field} must be an amount in rupees, such as 1234.50`);
  const [, sign, rupees = '', decimals = ''] = match;
  if (decimals.length > 2) throw invalidInput(field, `${field} must have at most two decimals`);
  const size = BigInt(rupees) * 100n + BigInt(decimals.padEnd(2, '0'));
  const value = paise(sign === '-' ? -size : size);
  checkAmount(value, field);
  return value;
}

/** Refuses (INVALID_INPUT) an amount that is not above zero or exceeds ₹1,00,00,000. */
export function checkAmount(value: Paise, field = 'amount'): void {
  if (value <= 0n) throw invalidInput(field, `${field} must be greater than zero`);
  if (value > MAX_AMOUNT) throw invalidInput(field, `${field} must not exceed ₹1,00,00,000`);
}

/**
 * Converts a JSON number of rupees as `parseRupees` does its text: 0.1 means ten paise, though no float is exactly
 * that.
 */
export function fromRupeesNumber(rupees: number, field = 'amount'): Paise {
  if (!Number.isFinite(rupees)) throw invalidInput(field, `${field} must be a finite number of rupees`);
  const text = String(rupees);
  // Exponents appear from 1e21 up and from 1e-7 down.
  if (text.includes('e-')) throw invalidInput(field, `${field} must have at most two decimals`);
  if (text.includes('e') || Math.abs(rupees) >= 1e15)
    throw invalidInput(field, `${field} must not exceed ₹1,00,00,000`);
  return parseRupees(text, field);
}

/** Rupees with two decimals, "1234.50": the format of money in GraphQL and CSV. */
export function formatRupees(value: bigint): string {
  const size = value < 0n ? -value : value;
  return `${value < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

/** Rupees as a JSON number: the format of money in REST. Exact to the paisa up to ₹90 trillion. */
export function toRupeesNumber(value: bigint): number {
  return Number(value) / 100;
}
