import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requireMember } from '../ground/actors/permissions.ts';
import type { DayFigures } from './kinds.ts';

/** The caller's finished rounds of these days (`YYYY-MM-DD` in Asia/Kolkata), summed; days without any are missing. */
export async function dayFigures(ctx: Context, days: readonly string[]): Promise<Map<string, DayFigures>> {
  if (days.length === 0) return new Map();
  const userId = requireMember(ctx, 'notification:read');
  const rows = await rawQuery<DayFigures & { day: string }>(
    ctx.db,
    sql`select day, count(*)::int as rounds, sum(r.bet_amount)::text as "betAmountPaise", sum(r.win_amount)::text as "winAmountPaise"
          from json_array_elements_text(${JSON.stringify(days)}::json) day
          join contest_results r on r.player_id = ${userId}
               and r.settled_at >= day::date::timestamp at time zone 'Asia/Kolkata'
               and r.settled_at < (day::date + 1)::timestamp at time zone 'Asia/Kolkata'
         group by day`,
  );
  return new Map(rows.map(({ day, ...figures }) => [day, figures]));
}
