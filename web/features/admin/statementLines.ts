import { formatMoney, paiseOf } from '../../lib/money.ts';

/** A line of a statement that adds: below zero it takes. */
export function added(amount: string): string {
  const paise = paiseOf(amount);
  return paise < 0n ? `− ${formatMoney(-paise)}` : `+ ${formatMoney(paise)}`;
}

/** A line that takes. */
export function taken(amount: string): string {
  return `− ${formatMoney(amount)}`;
}

/** Left out where it is nothing. */
export function orNone(text: (amount: string) => string, amount: string): string | null {
  return paiseOf(amount) === 0n ? null : text(amount);
}
