import { sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery } from '../../../db/client.ts';
import { startOfPeriod } from '../ground/values/calendar.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';

/** What a player staked and got back in the rounds of one day in Asia/Kolkata, live stakes included. */
export interface PlayDay {
  startsAt: Date;
  staked: Paise;
  returned: Paise;
}

/** How many days `ownPlayDays` goes back, today included. */
const PLAY_DAYS = 31;
const dayMs = 86_400_000;

/** The player's days from that of `since` on which there were stakes, newest first. */
export async function playDaysSince(ctx: Context, since: Date): Promise<PlayDay[]> {
  const playerId = requirePlayer(ctx, 'playSafety:readOwn');
  return rawQuery<PlayDay>(
    ctx.db,
    sql`select day::timestamp at time zone 'Asia/Kolkata' as "startsAt", staked, returned
          from play_by_day(${playerId}, (${since.toISOString()}::timestamptz at time zone 'Asia/Kolkata')::date,
                           ${ctx.now.toISOString()}::timestamptz)
         where staked > 0 order by day desc`,
  );
}

/** The player's last 31 days with stakes, newest first. */
export function ownPlayDays(ctx: Context): Promise<PlayDay[]> {
  const today = startOfPeriod('day', ctx.now);
  return playDaysSince(ctx, new Date(today.getTime() - (PLAY_DAYS - 1) * dayMs));
}
