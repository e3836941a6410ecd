/** One way to read a row: its stated balance, if any, and what its payment may do to it, the likeliest first. */
export interface ChainReading {
  balance: bigint | null;
  changes: readonly bigint[];
}

/** A row that doesn't follow from the balance before it. */
export interface ChainBreak {
  /** The row's place. */
  at: number;
  before: bigint;
  change: bigint;
  stated: bigint;
}

/** How the balances of a table follow from each other. */
export interface Chain {
  /** For each row the place of its reading and of its change, and whether the balances before and after it prove the change. */
  rows: { reading: number; change: number; proven: boolean }[];
  breaks: ChainBreak[];
  newestFirst: boolean;
}

interface Step {
  cost: number;
  /** The balance after the row; null while none was stated. */
  balance: bigint | null;
  change: number;
  proven: boolean;
  broken: ChainBreak | null;
  before: { step: Step; reading: number } | null;
}

/**
 * Reads rows in the one of the two directions in which banks list them, and with those of their readings, with which the
 * fewest balances fail to follow from the one before. Linear in the number of rows. `opening` is the balance before the
 * oldest, where the file states it.
 */
export function followBalances(rows: readonly (readonly ChainReading[])[], opening: bigint | null): Chain {
  const oldestFirst = solve(rows, opening);
  const newestFirst = solve(rows.toReversed(), opening);
  if (oldestFirst.breaks.length <= newestFirst.breaks.length) return { ...oldestFirst, newestFirst: false };
  const last = rows.length - 1;
  return {
    rows: newestFirst.rows.toReversed(),
    breaks: newestFirst.breaks.map((found) => ({ ...found, at: last - found.at })).toReversed(),
    newestFirst: true,
  };
}

function solve(rows: readonly (readonly ChainReading[])[], opening: bigint | null): Omit<Chain, 'newestFirst'> {
  let steps: Step[] = [{ cost: 0, balance: opening, change: 0, proven: false, broken: null, before: null }];
  for (const [at, readings] of rows.entries()) {
    steps = readings.map((reading) => {
      const ways = steps.map((step, place) => ({ ...follow(at, reading, step), before: { step, reading: place } }));
      return ways.reduce((best, next) => (next.cost < best.cost ? next : best));
    });
  }
  const found: Chain['rows'] = [];
  const breaks: ChainBreak[] = [];
  let reading = steps.reduce((best, { cost }, place) => (cost < (steps[best]?.cost ?? 0) ? place : best), 0);
  for (let step = steps[reading]; step?.before;) {
    found.push({ reading, change: step.change, proven: step.proven });
    if (step.broken) breaks.push(step.broken);
    ({ step, reading } = step.before);
  }
  return { rows: found.toReversed(), breaks: breaks.toReversed() };
}

function follow(at: number, { balance, changes }: ChainReading, { cost, balance: before }: Step): Omit<Step, 'before'> {
  const [likeliest = 0n] = changes;
  if (balance === null || before === null) {
    const after = balance ?? (before === null ? null : before + likeliest);
    return { cost, balance: after, change: 0, proven: false, broken: null };
  }
  const change = changes.findIndex((size) => before + size === balance);
  if (change !== -1) return { cost, balance, change, proven: true, broken: null };
  const broken = { at, before, change: likeliest, stated: balance };
  return { cost: cost + 1, balance, change: 0, proven: false, broken };
}
