/** What is left in a bucket. */
export interface Budget {
  /** When it is full. */
  readonly limit: number;
  readonly remaining: number;
  readonly restorePerSecond: number;
}

/** What a call costs, and what is left in its bucket. */
export interface CallCost extends Budget {
  readonly requested: number;
}

/** What a call costs beside what is left; null where the caller has no bucket. Two digits after the point. */
export function costOf(budget: Budget | null, requested: number): CallCost | null {
  if (budget === null) return null;
  const { limit, remaining, restorePerSecond } = budget;
  return { requested: rounded(requested), remaining: rounded(remaining), limit, restorePerSecond };
}

function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}
