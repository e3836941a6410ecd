/** From low to high, both included. */
export interface Interval {
  low: number;
  high: number;
}

/** What every bet returns on a fair draw, of its stake (server/domain/contests/README.md#winning-numbers-and-payouts). */
export const THEORETICAL_RETURN = 0.96;

/** 95 of 100 values of a normal distribution lie within so many standard deviations. */
const Z_OF_ONE = 1.96;
/** So that with 95 % probability all ten counts lie within: each may leave its interval in 0.5 % of cases (Bonferroni). */
const Z_OF_TEN = 2.807;
/** With fewer rounds a count is not even about normally distributed. */
const MIN_ROUNDS = 50;

/**
 * The interval in which the return of fairly drawn rounds lies with 95 % probability: 0.96 ± 1.96 · √V / S, never below
 * 0. S are the stakes; V is the variance of all payouts together, the sum of the rounds' own, as rounds are independent:
 * a round that pays p₀ … p₉ at the ten numbers has avg(p²) − avg(p)². One large bet on a number thus
 * widens the interval more than many small ones on colours. Null without stakes.
 */
export function returnInterval(stakesPaise: bigint, variance: number): Interval | null {
  if (stakesPaise === 0n) return null;
  const spread = (Z_OF_ONE * Math.sqrt(variance)) / Number(stakesPaise);
  return { low: Math.max(0, THEORETICAL_RETURN - spread), high: THEORETICAL_RETURN + spread };
}

/**
 * How far ten counts are from equally likely numbers: Pearson's chi-square, the sum of (count − n/10)² ÷ (n/10). With nine
 * degrees of freedom 95 of 100 fair samples stay below 16.92. Null for fewer than 50 rounds.
 */
export function chiSquareOf(counts: readonly number[]): number | null {
  const rounds = counts.reduce((sum, count) => sum + count, 0);
  if (rounds < MIN_ROUNDS) return null;
  return counts.reduce((sum, count) => sum + (count - rounds / 10) ** 2, 0) / (rounds / 10);
}

/**
 * The interval in which all ten counts of n fairly drawn rounds lie with 95 % probability. A count is binomial with
 * p = 1/10: n/10 ± 2.807 · √(n · 0.09). Whole numbers; null for fewer than 50 rounds.
 */
export function countInterval(rounds: number): Interval | null {
  if (rounds < MIN_ROUNDS) return null;
  const spread = Z_OF_TEN * Math.sqrt(rounds * 0.09);
  return { low: Math.max(0, Math.ceil(rounds / 10 - spread)), high: Math.floor(rounds / 10 + spread) };
}
