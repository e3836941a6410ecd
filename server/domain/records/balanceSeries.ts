import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import { dayOf, startOf } from '../ground/values/calendar.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { paise } from '../ground/values/money.ts';
import { movementsOf } from './movements.ts';

export interface DayBalance {
  /** `YYYY-MM-DD` in Asia/Kolkata. */
  day: string;
  /** What the player owned at its end, or now. */
  balance: Paise;
}

const MOST_DAYS = 92;
const DAY_MS = 24 * 3_600_000;

/** The player's balance at the end of each of the last `days` days, today included. Refuses fewer than 2, more than 92. */
export async function balanceSeries(ctx: Context, days: number): Promise<DayBalance[]> {
  const playerId = requirePlayer(ctx, 'statement:readOwn');
  if (!Number.isInteger(days) || days < 2 || days > MOST_DAYS) {
    throw invalidInput('days', `days must be a whole number from 2 to ${MOST_DAYS}`);
  }
  const today = startOf('day', ctx.now.getTime());
  const starts = Array.from({ length: days }, (_, index) => today - (days - 1 - index) * DAY_MS);
  const first = new Date(starts[0] ?? today);
  const rows = await rawQuery<{ day: string | null; change: Paise }>(
    ctx.db,
    sql`
      select case when at >= ${first.toISOString()}::timestamptz
                  then to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') end as day, sum(change)::bigint as change
        from (${movementsOf(playerId, new Date(today + DAY_MS))}) movements group by 1`,
  );
  const changes = new Map(rows.map(({ day, change }) => [day, change]));
  let balance = changes.get(null) ?? paise(0n);
  return starts.map((start) => {
    const day = dayOf(new Date(start));
    balance = paise(balance + (changes.get(day) ?? 0n));
    return { day, balance };
  });
}
