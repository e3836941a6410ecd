const indian = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

/**
 * Whole paise for display, in Indian grouping: ₹12,34,567.50, and ₹60 for whole rupees. Takes zero and above. Hindi
 * writes it alike.
 */
export function displayRupees(paise: bigint): string {
  return indian.format(`${paise / 100n}.${String(paise % 100n).padStart(2, '0')}` as `${number}`);
}

const withPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Whole paise as the screens of the back office show them: ₹1,78,172.00, and −₹12.50 below zero. */
export function displayMoney(paise: bigint): string {
  const size = paise < 0n ? -paise : paise;
  const rupees = `${size / 100n}.${String(size % 100n).padStart(2, '0')}` as `${number}`;
  return `${paise < 0n ? '−' : ''}${withPaise.format(rupees)}`;
}

/** "22-11-26" of 2026-11-22, as the app shows dates. */
export function displayDay(day: string): string {
  const [year = '', month, date] = day.split('-');
  return `${date}-${month}-${year.slice(2)}`;
}

/** What a stake gained or lost: +₹30, −₹990 or ₹0. A return is never shown without its stake. */
export function net(bet: bigint, win: bigint): string {
  const sign = win > bet ? '+' : win < bet ? '−' : '';
  return `${sign}${displayRupees(win > bet ? win - bet : bet - win)}`;
}
