import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import type { ContestView } from '../contests/contestView.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { type Page, type PageRequest, toPage } from '../ground/database/keyset.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import type { Context } from '../ground/verbs/context.ts';
import { refuseArchived } from './archivedMonths.ts';

/** A bet of a decided round, for those who may export bets: its player by the UID, as in the export. */
export interface RoundBet {
  id: bigint;
  uid: string;
  /** 0-9 the number, 10 green, 11 violet, 12 red. */
  selection: number;
  amount: Paise;
  placedAt: Date;
  cancelled: boolean;
  /** What it returned, stake included; null until the round is settled, and where it is cancelled. */
  payout: Paise | null;
}

/** Whether a round's bets may be listed by stake: it is decided, or void. */
export function showsBets(state: ContestView['state']): boolean {
  return state !== 'OPEN' && state !== 'CLOSED';
}

/**
 * The bets of a round by stake, largest first, cancelled ones included; none before it is decided or void, when stakes may be
 * secret. Refuses with NOT_FOUND those that are archived.
 */
export async function roundBets(
  ctx: Context,
  { id, state }: Pick<ContestView, 'id' | 'state'>,
  page: PageRequest,
): Promise<Page<RoundBet>> {
  authorize(ctx, 'export:bets');
  if (!showsBets(state)) return { rows: [], hasNext: false, hasPrevious: false };
  await refuseArchived(ctx, sql`id = ${id}`);
  const { limit, after, before, fromEnd = false } = page;
  const beside = (bet: bigint, larger: boolean) => {
    const [than, then] = larger ? [sql`>`, sql`<`] : [sql`<`, sql`>`];
    return sql`and exists (select from bets a where a.id = ${bet}
                              and (b.amount ${than} a.amount or b.amount = a.amount and b.id ${then} a.id))`;
  };
  const rows = await reportRead(ctx, ({ db }) =>
    rawQuery<RoundBet>(
      db,
      sql`
        select b.id, u.uid, b.selection, b.amount, b.placed_at as "placedAt", x.bet_id is not null as cancelled,
               case when b.state = 'SETTLED' and x.bet_id is null then coalesce(p.amount, 0) end as payout
          from (select b.*, c.state, c.bets_month
                  from contests c
                  join bets b on b.contest_id = c.id
                   and b.id >= c.bets_month * 1000000000000 and b.id < (c.bets_month + 1) * 1000000000000
                 where c.id = ${id} ${after === undefined ? sql`` : beside(after, false)}
                       ${before === undefined ? sql`` : beside(before, true)}
                 order by ${fromEnd ? sql`b.amount, b.id desc` : sql`b.amount desc, b.id`} limit ${limit + 1}) b
          join users u on u.id = b.player_id
          left join bet_cancellations x on x.bet_id = b.id
          left join bet_payouts p on p.bet_id = b.id
           and p.bet_id >= b.bets_month * 1000000000000 and p.bet_id < (b.bets_month + 1) * 1000000000000
         order by ${fromEnd ? sql`b.amount, b.id desc` : sql`b.amount desc, b.id`}`,
    ),
  );
  return toPage(rows, page);
}
