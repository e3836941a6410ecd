import { eq, sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { authorize } from '../permissions.ts';
import { type ContestOutcome, outcomesFrom, stakesVisible } from './contestView.ts';

/** What is staked on a contest and what the house would pay, cancelled bets left out. */
export interface ContestStakes {
  /** 13 values: 0-9, green, violet, red. */
  bySelection: Paise[];
  /** Ten rows by number: the house's payouts and profit if that number won. */
  outcomes: ContestOutcome[];
}

/**
 * Stakes of a contest and the house's liability for each number, live while it takes bets. For admins. Null while they
 * are secret (PROFIT_RULE, before evaluationTime). Refuses NOT_FOUND.
 */
export async function contestStakes(ctx: Context, contestId: bigint): Promise<ContestStakes | null> {
  authorize(ctx, 'contest:readFigures');
  const [contest] = await ctx.db.select().from(contests).where(eq(contests.id, contestId));
  if (!contest) throw new DomainError('NOT_FOUND', 'There is no such round.');
  if (!stakesVisible(contest, ctx.actor)) return null;
  const { selectionStakes, outcomePayouts } =
    contest.selectionStakes && contest.outcomePayouts ? contest : await liveFigures(ctx, contestId);
  return {
    bySelection: selectionStakes as Paise[],
    outcomes: outcomesFrom(selectionStakes ?? [], outcomePayouts ?? []),
  };
}

/** The same figures as count_bets stores when betting has closed. */
async function liveFigures(ctx: Context, contestId: bigint) {
  const rows = await rawQuery<{ paidFor: boolean; amount: bigint }>(
    ctx.db,
    sql`
      with lots as materialized (
        select selection, amount, count(*) as bets
          from bets
         where contest_id = ${contestId}
           and not exists (select from bet_cancellations c where c.bet_id = bets.id)
         group by selection, amount)
      select false as "paidFor", s as place, coalesce(sum(amount * bets), 0)::bigint as amount
        from generate_series(0, 12) s left join lots on selection = s group by s
      union all
      select true, n, coalesce(sum(bets * payout(amount, p.basis_points, selection, n)), 0)::bigint
        from contests c join payout_tables p on p.id = c.payout_table_id, generate_series(0, 9) n left join lots on true
       where c.id = ${contestId} group by n
       order by "paidFor", place`,
  );
  const amounts = (paidFor: boolean) => rows.filter((row) => row.paidFor === paidFor).map(({ amount }) => amount);
  return { selectionStakes: amounts(false), outcomePayouts: amounts(true) };
}
