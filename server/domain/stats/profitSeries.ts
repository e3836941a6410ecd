import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import type { GameType } from '../contests/gameTypes.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import { startOf, startsBetween } from '../ground/values/calendar.ts';
import type { Span } from './cover.ts';
import { readRange, type DateRange } from './range.ts';
import { totalsOf } from './totalsSql.ts';

const DAY_MS = 24 * 3_600_000;
/** Up to this length a chart by hour is readable. */
const HOURLY_UP_TO_MS = 3 * DAY_MS;
const MAX_RANGE_MS = 10 * 366 * DAY_MS;

export interface ProfitPoint {
  /** Start of the hour or day of Asia/Kolkata. */
  at: Date;
  stakes: Paise;
  /** Stakes less payouts. */
  profit: Paise;
}

/**
 * A game's stakes and profit over time, for admins: a point for every hour of a range of up to three days, for every
 * day of a longer one (ten years at most, else INVALID_INPUT), those without bets included.
 */
export async function profitSeries(ctx: Context, input: DateRange & { gameType: GameType }): Promise<ProfitPoint[]> {
  authorize(ctx, 'stats:read');
  const span = readRange(input);
  if (span.to - span.from > MAX_RANGE_MS) throw invalidInput('from', 'The range is longer than ten years.');
  const unit = span.to - span.from <= HOURLY_UP_TO_MS ? 'hour' : 'day';

  const totals = sql`select hour, stakes, payouts from (${totalsOf([input.gameType], span)}) totals`;
  const rows = await reportRead(ctx, ({ db }) => rawQuery<{ hour: Date; stakes: Paise; payouts: Paise }>(db, totals));
  const points = emptyPoints(unit, span);
  for (const { hour, stakes, payouts } of rows) {
    const point = points.get(startOf(unit, hour.getTime()));
    if (!point) throw new Error(`totals of ${hour.toISOString()} lie outside the range that was asked for`);
    point.stakes = (point.stakes + stakes) as Paise;
    point.profit = (point.profit + stakes - payouts) as Paise;
  }
  return [...points.values()];
}

function emptyPoints(unit: 'hour' | 'day', { from, to }: Span): Map<number, ProfitPoint> {
  const starts = startsBetween(unit, startOf(unit, from), to);
  return new Map(starts.map((at) => [at, { at: new Date(at), stakes: 0n as Paise, profit: 0n as Paise }]));
}
