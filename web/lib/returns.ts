/** Return of every bet on a fair draw (server/domain/contests/README.md#winning-numbers-and-payouts). */
export const theoreticalReturn = 0.96;

const percent = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 1 });

/** 0.9584 -> "95.8%" */
export function percentText(share: number): string {
  return percent.format(share);
}
