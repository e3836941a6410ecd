import { inArray, sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../ground/verbs/context.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { type ContestOutcome, outcomesFrom, stakesVisible } from './contestView.ts';

/** What is staked on a contest and what the house would pay, cancelled bets left out. */
export interface ContestStakes {
  /** 13 values: 0-9, green, violet, red. */
  bySelection: Paise[];
  /** Ten rows by number: the house's payouts and profit if that number won. */
  outcomes: ContestOutcome[];
}

/**
 * Stakes of these contests, in their order, and the house's liability for each number, live while they take bets: by at most two
 * statements. For admins. Null where they are secret (PROFIT_RULE, before evaluationTime), and for what is no contest.
 */
export async function contestStakes(ctx: Context, ids: readonly bigint[]): Promise<(ContestStakes | null)[]> {
  authorize(ctx, 'contest:readFigures');
  const found = await ctx.db
    .select()
    .from(contests)
    .where(inArray(contests.id, [...ids]));
  const visible = found.filter((contest) => stakesVisible(contest, ctx.actor));
  const isCounted = ({ selectionStakes, outcomePayouts }: Figures) =>
    selectionStakes !== null && outcomePayouts !== null;
  const running = visible.filter((contest) => !isCounted(contest)).map(({ id }) => id);
  const figures = [...visible.filter(isCounted), ...(await liveFigures(ctx, running))];
  return inOrderOf(ids, figures).map((each) => each && stakesFrom(each));
}

type Figures = Pick<typeof contests.$inferSelect, 'id' | 'selectionStakes' | 'outcomePayouts'>;

function stakesFrom({ selectionStakes, outcomePayouts }: Figures): ContestStakes {
  return {
    bySelection: selectionStakes as Paise[],
    outcomes: outcomesFrom(selectionStakes ?? [], outcomePayouts ?? []),
  };
}

/** The same figures as count_bets stores when betting has closed. */
async function liveFigures(ctx: Context, ids: readonly bigint[]): Promise<Figures[]> {
  if (ids.length === 0) return [];
  const rows = await rawQuery<{ id: bigint; paidFor: boolean; amount: bigint }>(
    ctx.db,
    sql`
      with lots as materialized (
        select contest_id, selection, amount, count(*) as bets
          from bets
         where contest_id = any(${idArray(ids)})
           and not exists (select from bet_cancellations c where c.bet_id = bets.id)
         group by contest_id, selection, amount)
      select c.id, false as "paidFor", s as place, coalesce(sum(amount * bets), 0)::bigint as amount
        from unnest(${idArray(ids)}) c(id) cross join generate_series(0, 12) s
             left join lots on contest_id = c.id and selection = s
       group by c.id, s
      union all
      select c.id, true, n, coalesce(sum(bets * payout(amount, p.basis_points, selection, n)), 0)::bigint
        from contests c join payout_tables p on p.id = c.payout_table_id cross join generate_series(0, 9) n
             left join lots on contest_id = c.id
       where c.id = any(${idArray(ids)}) group by c.id, n
       order by id, "paidFor", place`,
  );
  return ids.map((id) => {
    const amounts = (paidFor: boolean) =>
      rows.filter((row) => row.id === id && row.paidFor === paidFor).map(({ amount }) => amount);
    return { id, selectionStakes: amounts(false), outcomePayouts: amounts(true) };
  });
}
