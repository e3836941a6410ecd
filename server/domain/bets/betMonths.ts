import { and, type Column, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { contests } from '../../../db/schema/contests.ts';
import { startOfPeriod } from '../ground/values/calendar.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { PageRequest } from '../ground/database/keyset.ts';

/** A month's ids of bets begin with its four digits, such as 2611 (db/README.md, "Months"). */
const IDS_OF_MONTH = 1_000_000_000_000n;
/** A page is looked for in so many months from where it begins, then in so many, then in all: most players' is in the first. */
const MONTHS = [3, 12];

/**
 * A range of bets' ids, its end excluded. PostgreSQL reads, and plans, the partitions of its months alone. Where a query joins
 * bets with their payouts, both need it: the planner concludes nothing from the one about the other.
 */
export interface BetIds {
  readonly from?: bigint;
  readonly below?: bigint;
}

/** Condition that the column, a bet's id, is in the range; undefined where the range has no bound. */
export function inBetIds(column: Column, { from, below }: BetIds): SQL | undefined {
  return and(from === undefined ? undefined : gte(column, from), below === undefined ? undefined : lt(column, below));
}

/** The ids of all bets of these contests' months. */
export async function betIdsOf({ db }: Pick<Context, 'db'>, contestIds: readonly bigint[]): Promise<BetIds> {
  const [months] = await db
    .select({
      first: sql<number | null>`min(${contests.betsMonth})`,
      last: sql<number | null>`max(${contests.betsMonth})`,
    })
    .from(contests)
    .where(inArray(contests.id, [...contestIds]));
  return betIdsOfMonths(months?.first ?? 0, months?.last ?? 0);
}

/** The ids of the bets from the month `first` to the month `last`, such as 2610 and 2611. */
export function betIdsOfMonths(first: number, last: number): BetIds {
  return { from: BigInt(first) * IDS_OF_MONTH, below: BigInt(last + 1) * IDS_OF_MONTH };
}

/**
 * Where the rows of a page of bets are to be looked for, in order: first in the three months at which it begins, then, for
 * what is missing, in those of a year, and in all others. Each bet of the list is in one of the ranges, whatever the clock
 * shows.
 */
export function nearestFirst({ now }: Pick<Context, 'now'>, page: PageRequest): BetIds[] {
  const { after, before, fromEnd = false } = page;
  if (fromEnd) {
    if (before === undefined) return [{}];
    const [near, far] = MONTHS.map((count) => firstIdOf(monthOf(before), count)) as [bigint, bigint];
    return [{ below: near }, { from: near, below: far }, { from: far }];
  }
  const begins = after === undefined ? monthAt(now) : monthOf(after);
  const [near, far] = MONTHS.map((count) => firstIdOf(begins, 1 - count)) as [bigint, bigint];
  return [{ from: near }, { from: far, below: near }, { below: far }];
}

/** Of a bet's id; 0 for bets that are older than months. */
function monthOf(betId: bigint): number {
  return Number(betId / IDS_OF_MONTH);
}

function monthAt(now: Date): number {
  // The first instant of a month in Asia/Kolkata is in UTC the last day of the month before.
  const start = new Date(startOfPeriod('month', now).getTime() + 24 * 3_600_000);
  return (start.getUTCFullYear() % 100) * 100 + start.getUTCMonth() + 1;
}

/** The first id of the month so many months later; 0 where that is before all months. */
function firstIdOf(month: number, later: number): bigint {
  const count = Math.floor(month / 100) * 12 + (month % 100) - 1 + later;
  return count < 0 ? 0n : BigInt(Math.floor(count / 12) * 100 + (count % 12) + 1) * IDS_OF_MONTH;
}
