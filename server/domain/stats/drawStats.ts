import { sql, type SQL } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import type { GameType } from '../contests/gameTypes.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permissions.ts';
import { instant } from './activitySql.ts';
import { coverByHours, type Span } from './cover.ts';
import { readRange, type DateRange } from './range.ts';
import { totalsOf } from './totalsSql.ts';

export interface DrawStats {
  /** Settled rounds that ended in the range. */
  contests: number;
  /** How often each number 0-9 won. */
  counts: number[];
  stakes: Paise;
  payouts: Paise;
  /** Payouts / stakes, to compare with the theoretical 0.96; null without bets. */
  returnToPlayer: number | null;
}

/** Distribution of a game's draws and their return to players, for admins. */
export async function drawStats(ctx: Context, input: DateRange & { gameType: GameType }): Promise<DrawStats> {
  authorize(ctx, 'stats:read');
  const span = readRange(input);
  const [counts, { stakes, payouts }] = await Promise.all([
    countDraws(ctx, input.gameType, span),
    sumTotals(ctx, input.gameType, span),
  ]);
  return {
    contests: counts.reduce((sum, count) => sum + count, 0),
    counts,
    stakes,
    payouts,
    returnToPlayer: stakes === 0n ? null : Number((payouts * 1_000_000n) / stakes) / 1_000_000,
  };
}

async function countDraws(ctx: Context, gameType: GameType, span: Span): Promise<number[]> {
  const [fold] = await rawQuery<{ folded_until: Date }>(
    ctx.db,
    sql`select folded_until from activity_folds where scope::text = ${gameType}`,
  );
  const { hours, rest } = coverByHours(span, fold?.folded_until.getTime() ?? span.from);
  const parts: SQL[] = [
    ...hours.map(
      ({ from, to }) => sql`
        select winning_number, contest_count from hourly_draws
         where game_type = ${gameType} and hour >= ${instant(from)} and hour < ${instant(to)}`,
    ),
    ...rest.map(
      ({ from, to }) => sql`
        select winning_number, 1 as contest_count from contests
         where game_type = ${gameType} and ends_at >= ${instant(from)} and ends_at < ${instant(to)} and state = 'SETTLED'`,
    ),
  ];
  const counts = Array.from({ length: 10 }, () => 0);
  if (parts.length === 0) return counts;
  const rows = await rawQuery<{ winning_number: number; times: number }>(
    ctx.db,
    sql`select winning_number, sum(contest_count)::int as times from (${sql.join(parts, sql` union all `)}) draws
         group by winning_number`,
  );
  for (const { winning_number, times } of rows) counts[winning_number] = times;
  return counts;
}

async function sumTotals(ctx: Context, gameType: GameType, span: Span): Promise<{ stakes: Paise; payouts: Paise }> {
  const [sums] = await rawQuery<{ stakes: Paise; payouts: Paise }>(
    ctx.db,
    sql`select coalesce(sum(stakes), 0)::bigint as stakes, coalesce(sum(payouts), 0)::bigint as payouts
          from (${totalsOf([gameType], span)}) totals`,
  );
  if (!sums) throw new Error('a sum without a row');
  return sums;
}
