/**
 * Money in the app: the server sends decimal strings in rupees ("1234.50"), the app computes in whole paise (bigint)
 * and shows ₹ with Indian grouping. No floating point anywhere.
 */

/** Maximum of one amount: ₹1,00,00,000, in paise. */
export const maxAmountPaise = 1_000_000_000n;

/** Paise of a decimal string in rupees; further decimals are floored. Throws on anything that is not such a string. */
export function paiseOf(money: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(money.trim());
  if (!match) throw new TypeError(`Not an amount of money: ${money}`);
  const [, sign, rupees = '0', decimals = ''] = match;
  const paise = BigInt(rupees) * 100n + BigInt(decimals.slice(0, 2).padEnd(2, '0'));
  return sign ? -paise : paise;
}

/** The decimal string for the server: "1234.50". */
export function moneyOf(paise: bigint): string {
  const magnitude = paise < 0n ? -paise : paise;
  return `${paise < 0n ? '-' : ''}${magnitude / 100n}.${(magnitude % 100n).toString().padStart(2, '0')}`;
}

/** ₹12,34,567.50; a negative amount has its minus before the ₹. Takes paise or the server's decimal string. */
export function formatMoney(amount: bigint | string): string {
  const paise = typeof amount === 'bigint' ? amount : paiseOf(amount);
  const magnitude = paise < 0n ? -paise : paise;
  const decimals = (magnitude % 100n).toString().padStart(2, '0');
  return `${paise < 0n ? '−' : ''}₹${groupIndian((magnitude / 100n).toString())}.${decimals}`;
}

/** Like formatMoney, without ".00" on whole rupees: for buttons and chips ("Bet ₹30 on Green"). */
export function formatMoneyShort(amount: bigint | string): string {
  return formatMoney(amount).replace(/\.00$/, '');
}

/** Like formatMoneyShort, with a plus before a gain: "+₹66", "−₹4". */
export function formatNetShort(paise: bigint): string {
  return `${paise > 0n ? '+' : ''}${formatMoneyShort(paise)}`;
}

/**
 * Digits with the last three together, then twos: 12,34,567, as all languages of the app write numbers. Keeps zeros at the
 * front. Our own because a page's first Intl.NumberFormat takes some 100 ms on a cheap phone.
 */
export function groupIndian(digits: string): string {
  if (digits.length <= 3) return digits;
  const head = digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',');
  return `${head},${digits.slice(-3)}`;
}

/**
 * A typed amount of rupees in paise; null when the server would not accept it (not a plain number, more than two
 * decimals, above ₹1,00,00,000). Zero is accepted here: forms check their own minimum.
 */
export function readAmount(typed: string): bigint | null {
  const text = typed.replace(/[\s,₹]/g, '');
  if (!/^(\d+(\.\d{0,2})?|\.\d{1,2})$/.test(text)) return null;
  const [rupees = '', decimals = ''] = text.split('.');
  const paise = paiseOf(`${rupees || '0'}.${decimals || '0'}`);
  return paise > maxAmountPaise ? null : paise;
}

/** A stake's return at a rate in basis points (20000 = twice the stake), floored to the paisa. */
export function atBasisPoints(stakePaise: bigint, basisPoints: number): bigint {
  return (stakePaise * BigInt(basisPoints)) / 10_000n;
}
