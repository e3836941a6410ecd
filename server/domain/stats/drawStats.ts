import { sql, type SQL } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import type { GameType } from '../contests/gameTypes.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { instant } from './activitySql.ts';
import { countInterval, returnInterval, type Interval } from './chance.ts';
import { coverByHours, type Span } from './cover.ts';
import { readRange, type DateRange } from './range.ts';
import { roundsOfPlayers } from './roundsOfPlayers.ts';

type Decider = 'DRAW' | 'PROFIT_RULE' | 'OPERATOR';

/** Settled rounds that ended in the range and were decided alike. Stakes and payouts without those of simulated players. */
export interface DecidedRounds {
  decidedBy: Decider;
  contests: number;
  /** How often each number 0-9 won. */
  counts: number[];
  stakes: Paise;
  payouts: Paise;
  /** Payouts / stakes; null without bets. */
  returnToPlayer: number | null;
}

/** Those that the fair draw decided. Only they can be compared with what chance makes of 96 %. */
export interface DrawStats extends DecidedRounds {
  /** Where returnToPlayer lies with 95 % probability; null without bets. */
  returnInterval: Interval | null;
  /** Where all ten counts lie with 95 % probability; null for too few rounds. */
  countInterval: Interval | null;
  /** Those that the profit rule and operators decided; none without rounds. */
  others: DecidedRounds[];
}

/** Distribution of a game's draws and their return to players, and the other rounds apart from them, for admins. */
export async function drawStats(ctx: Context, input: DateRange & { gameType: GameType }): Promise<DrawStats> {
  authorize(ctx, 'stats:read');
  return roundsByDecider(ctx, input.gameType, readRange(input));
}

/** The same without authorization, for what is public of it. */
export async function roundsByDecider(ctx: Context, gameType: GameType, span: Span): Promise<DrawStats> {
  const rows = await readRows(ctx, gameType, span);
  const draws = roundsOf(rows, 'DRAW');
  const variance = rows.reduce((sum, row) => (row.decided_by === 'DRAW' ? sum + row.variance : sum), 0);
  return {
    ...draws,
    returnInterval: returnInterval(draws.stakes, variance),
    countInterval: countInterval(draws.contests),
    others: [roundsOf(rows, 'PROFIT_RULE'), roundsOf(rows, 'OPERATOR')].filter(({ contests }) => contests > 0),
  };
}

interface Row {
  decided_by: Decider;
  winning_number: number;
  contests: number;
  stakes: Paise;
  payouts: Paise;
  /** In square paise: only for the interval, so a floating-point number will do. */
  variance: number;
}

/** One row per decider and number: from the hours that are folded, and from the rounds of the rest. */
async function readRows(ctx: Context, gameType: GameType, span: Span): Promise<Row[]> {
  const [fold] = await rawQuery<{ folded_until: Date }>(
    ctx.db,
    sql`select folded_until from activity_folds where scope::text = ${gameType}`,
  );
  const { hours, rest } = coverByHours(span, fold?.folded_until.getTime() ?? span.from);
  const parts: SQL[] = [
    ...hours.map(
      ({ from, to }) => sql`
        select decided_by, winning_number, contest_count, stakes, payouts, payout_variance from hourly_draws
         where game_type = ${gameType} and hour >= ${instant(from)} and hour < ${instant(to)}`,
    ),
    ...rest.map(
      (span) => sql`
        select decided_by, winning_number, 1, stakes, payouts, variance from (${roundsOfPlayers(gameType, span)}) rounds`,
    ),
  ];
  if (parts.length === 0) return [];
  return rawQuery<Row>(
    ctx.db,
    sql`select decided_by, winning_number, sum(contest_count)::int as contests, sum(stakes)::bigint as stakes,
               sum(payouts)::bigint as payouts, sum(payout_variance)::float8 as variance
          from (${sql.join(parts, sql` union all `)}) rounds (decided_by, winning_number, contest_count, stakes, payouts, payout_variance)
         group by 1, 2`,
  );
}

function roundsOf(rows: readonly Row[], decidedBy: Decider): DecidedRounds {
  const counts = Array.from({ length: 10 }, () => 0);
  let [contests, stakes, payouts] = [0, 0n, 0n];
  for (const row of rows.filter((one) => one.decided_by === decidedBy)) {
    counts[row.winning_number] = row.contests;
    contests += row.contests;
    stakes += row.stakes;
    payouts += row.payouts;
  }
  const returnToPlayer = stakes === 0n ? null : Number((payouts * 1_000_000n) / stakes) / 1_000_000;
  return { decidedBy, contests, counts, stakes: stakes as Paise, payouts: payouts as Paise, returnToPlayer };
}
