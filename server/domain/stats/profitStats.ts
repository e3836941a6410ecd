import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import { gameTypes, type GameType } from '../contests/gameTypes.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import { readRange, type DateRange } from './range.ts';
import { totalsOf } from './totalsSql.ts';

/** A game's stakes and payouts in settled rounds; cancelled bets don't count. */
export interface ProfitStats {
  gameType: GameType;
  stakes: Paise;
  payouts: Paise;
  /** Stakes less payouts: below zero when the house lost. */
  profit: Paise;
}

/** Stakes and profit of each game, from its settled rounds that ended in the range, for admins. One row per game. */
export async function profitStats(ctx: Context, range: DateRange): Promise<ProfitStats[]> {
  authorize(ctx, 'stats:read');
  const totals = sql`select game_type, sum(stakes)::bigint as stakes, sum(payouts)::bigint as payouts
                       from (${totalsOf(gameTypes, readRange(range))}) totals group by game_type`;
  const rows = await reportRead(ctx, ({ db }) =>
    rawQuery<{ game_type: GameType; stakes: Paise; payouts: Paise }>(db, totals),
  );
  return gameTypes.map((gameType) => {
    const { stakes, payouts } = rows.find((row) => row.game_type === gameType) ?? nothing;
    return { gameType, stakes, payouts, profit: (stakes - payouts) as Paise };
  });
}

const nothing = { stakes: 0n as Paise, payouts: 0n as Paise };
