import { formatMoneyShort } from '../../lib/money.ts';

const THOUSAND = 100_000n;
const LAKH = 10_000_000n;

/** An amount in paise as a chip has room for it, rounded down: ₹9,999, ₹12.5k, ₹1.2L. */
export function chipAmount(amount: bigint): string {
  if (amount >= LAKH) return `${tenths(amount, LAKH)}L`;
  if (amount >= 10n * THOUSAND) return `${tenths(amount, THOUSAND)}k`;
  return formatMoneyShort(amount - (amount % 100n));
}

function tenths(amount: bigint, unit: bigint): string {
  return formatMoneyShort(((amount * 10n) / unit) * 10n).replace(/(\.\d)0$/, '$1');
}
