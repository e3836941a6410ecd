import { type SQL, sql } from 'drizzle-orm';
import { rawQuery } from '../../../../db/client.ts';
import type { Paise } from '../../../../db/columns.ts';
import { betIdsOfMonths } from '../../bets/betMonths.ts';
import { stakesSecret } from '../../ground/rounds/secretStakes.ts';
import { gameTypes } from '../../contests/gameTypes.ts';
import { colorOfSelection } from '../../contests/selections.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { instant } from '../activitySql.ts';
import type { Span } from '../cover.ts';
import { inIndia, BATCH_ROWS, inBatches, type ExportTable } from './table.ts';

/**
 * Bets by the time they were placed, round by round. The payout is empty for cancelled bets and until the round is
 * settled. A round under PROFIT_RULE is left out while it takes bets.
 */
export const betsTable: ExportTable = {
  header: ['id', 'gameId', inIndia('placedAt'), 'uid', 'selection', 'amount', 'cancelled', 'payout'],
  async *batches(ctx, span) {
    const rounds = await roundsOf(ctx, span);
    if (!rounds) return;
    for await (const rows of inBatches<BetRow>((last) => read(ctx, span, rounds, last))) {
      yield rows.map((row) => [
        ctx.ids.seal('Bet', row.id),
        row.game_id,
        row.placed_at,
        row.uid,
        colorOfSelection(row.selection)?.toLowerCase() ?? row.selection,
        { paise: row.amount },
        row.cancelled,
        row.settled && !row.cancelled ? { paise: row.payout ?? 0n } : null,
      ]);
    }
  },
};

interface BetRow {
  id: bigint;
  contest_id: bigint;
  player_id: bigint;
  game_id: string;
  placed_at: Date;
  uid: string;
  selection: number;
  amount: Paise;
  cancelled: boolean;
  settled: boolean;
  payout: Paise | null;
}

interface Rounds {
  first: bigint;
  last: bigint;
  /** Months of their bets' ids (db/README.md, "Months"). */
  firstMonth: number;
  lastMonth: number;
}

/** Bets are found by their round, and the range's first and last rounds by time, so bets need no index on time. */
async function roundsOf({ db }: Context, { from, to }: Span): Promise<Rounds | null> {
  const games = sql.join(
    gameTypes.map((gameType) => sql`${gameType}::game_type`),
    sql`, `,
  );
  const [rounds] = await rawQuery<{ [Key in keyof Rounds]: Rounds[Key] | null }>(
    db,
    sql`select min(id) as first, max(id) as last, min(bets_month) as "firstMonth", max(bets_month) as "lastMonth" from contests
         where game_type in (${games}) and ends_at > ${instant(from)} and starts_at < ${instant(to)}`,
  );
  return rounds?.first == null ? null : (rounds as Rounds);
}

function read({ db }: Context, { from, to }: Span, rounds: Rounds, last: BetRow | undefined): Promise<BetRow[]> {
  const after = last
    ? sql`(${last.contest_id}::bigint, ${last.player_id}::bigint, ${last.id}::bigint)`
    : sql`(${rounds.first}::bigint, 0::bigint, 0::bigint)`;
  const { from: firstId, below } = betIdsOfMonths(rounds.firstMonth, rounds.lastMonth);
  const inMonths = (id: SQL) => sql`${id} >= ${firstId}::bigint and ${id} < ${below}::bigint`;
  return rawQuery<BetRow>(
    db,
    sql`
      select b.id, b.contest_id, b.player_id, c.game_id, b.placed_at, u.uid, b.selection, b.amount,
             x.bet_id is not null as cancelled, c.state = 'SETTLED' as settled, p.amount as payout
        from (select * from bets
               where (contest_id, player_id, id) > ${after} and contest_id <= ${rounds.last}::bigint
                 and ${inMonths(sql`id`)}
                 and placed_at >= ${instant(from)} and placed_at < ${instant(to)}
                 and contest_id not in (select contests.id from contests where ${stakesSecret()})
               order by contest_id, player_id, id limit ${BATCH_ROWS}) b
        join contests c on c.id = b.contest_id
        join users u on u.id = b.player_id
        left join bet_cancellations x on x.bet_id = b.id
        left join bet_payouts p on p.bet_id = b.id and ${inMonths(sql`p.bet_id`)}
       order by b.contest_id, b.player_id, b.id`,
  );
}
