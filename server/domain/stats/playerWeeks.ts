import { sql, type SQL } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { startOf, startOfPeriod } from '../ground/values/calendar.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import { bitOf, chunkOf, hasBit, instant } from './activitySql.ts';

const MAX_WEEKS = 26;
const WEEK_MS = 7 * 24 * 3_600_000;

/** A week of Asia/Kolkata, from Monday. */
export interface PlayerWeek {
  startsAt: Date;
  /** Players who registered in it. */
  registered: number;
  /** Players who made an authenticated call in it … */
  active: number;
  /** … and had registered before it. */
  returning: number;
  /** Of those who registered in it, how many were active in it, in the week after, and so on up to now. */
  stayed: number[];
}

/** New, active and returning players of the latest weeks, the running one last, for admins. At most 26. */
export async function playerWeeks(ctx: Context, weeks: number): Promise<PlayerWeek[]> {
  authorize(ctx, 'stats:read');
  if (weeks < 1 || weeks > MAX_WEEKS) throw invalidInput('weeks', `weeks must be from 1 to ${MAX_WEEKS}`);
  const last = startOfPeriod('week', ctx.now).getTime();
  const starts = Array.from({ length: weeks }, (_, index) => last - (weeks - 1 - index) * WEEK_MS);
  const rows = await reportRead(ctx, (report) => countWeeks(report, starts[0] ?? last));
  const count = (kind: Row['kind'], week: number, cohort: number | null) =>
    rows.find((row) => row.kind === kind && time(row.week) === week && time(row.cohort) === cohort)?.players ?? 0;
  return starts.map((week, index) => {
    const stayed = starts.slice(index).map((later) => count('stayed', later, week));
    const active = count('active', week, null);
    return {
      startsAt: new Date(week),
      registered: count('registered', week, null),
      active,
      returning: active - (stayed[0] ?? 0),
      stayed,
    };
  });
}

interface Row {
  kind: 'registered' | 'active' | 'stayed';
  week: Date;
  /** The week of registration, for those who stayed. */
  cohort: Date | null;
  players: number;
}

function time(at: Date | null): number | null {
  return at?.getTime() ?? null;
}

/** Counts players by week from `from` on: by the bitmaps of folded days and hours, and the sightings after them. */
async function countWeeks(ctx: Context, from: number): Promise<Row[]> {
  const [fold] = await rawQuery<{ folded_until: Date }>(
    ctx.db,
    sql`select folded_until from activity_folds where scope = 'platform'`,
  );
  const folded = Math.max(from, fold?.folded_until.getTime() ?? from);
  return rawQuery<Row>(
    ctx.db,
    sql`
      with active as materialized (
        select week, chunk, bit_or(players) as players
          from (select ${weekOf(sql`starts_at`)} as week, chunk, players from activity_bitmaps
                 where scope = 'platform' and grain = 'day' and starts_at >= ${instant(from)}
                union all
                select ${weekOf(sql`starts_at`)}, chunk, players from activity_bitmaps
                 where scope = 'platform' and grain = 'hour' and starts_at >= ${instant(startOf('day', folded))}
                union all
                select ${weekOf(sql`half_hour`)}, ${chunkOf(sql`player_id`)}, ${bitOf(sql`player_id`)}
                  from player_sightings where half_hour >= ${instant(folded)}) parts
         group by 1, 2),
      joined as materialized (
        select id, ${weekOf(sql`created_at`)} as cohort from users
         where user_type = 'player' and created_at >= ${instant(from)})
      select 'registered' as kind, cohort as week, null::timestamptz as cohort, count(*)::int as players from joined group by 2
      union all
      select 'active', week, null, sum(bit_count(players))::int from active group by 2
      union all
      select 'stayed', a.week, j.cohort, count(*)::int
        from joined j join active a on a.chunk = ${chunkOf(sql`j.id`)} and ${hasBit(sql`a.players`, sql`j.id`)}
       group by 2, 3`,
  );
}

/** The week of Asia/Kolkata, from Monday, in which a timestamptz lies. */
function weekOf(at: SQL): SQL {
  return sql`date_bin('7 days', ${at}, '2000-01-03 00:00+05:30')`;
}
