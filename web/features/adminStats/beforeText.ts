import { stats } from '#messages/admin/stats.ts';
import { formatMoney, paiseOf } from '../../lib/money.ts';

const change = new Intl.NumberFormat('en-IN', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** What a figure was in the period before, and by what share of that it has changed: "₹1,000.00 before, +12%". */
export function moneyBefore(now: string, before: string): string {
  return beforeText(formatMoney(before), paiseOf(now), paiseOf(before));
}

/** The same of a count. */
export function countBefore(now: number, before: number): string {
  return beforeText(String(before), BigInt(now), BigInt(before));
}

function beforeText(shown: string, now: bigint, before: bigint): string {
  // Of nothing, of a loss and of a tenth there is no share that a reader could make something of.
  if (before <= 0n || now >= 10n * before) return stats.before(shown, null);
  return stats.before(shown, change.format(Number(((now - before) * 10_000n) / before) / 10_000));
}
