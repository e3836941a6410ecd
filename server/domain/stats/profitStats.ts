import type { Paise } from '../../../db/columns.ts';
import { gameTypes, type GameType } from '../contests/gameTypes.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { paise } from '../ground/values/money.ts';
import type { Context } from '../ground/verbs/context.ts';
import { readRange, type DateRange } from './range.ts';
import { spansOf, type ReadSpans } from './spanMoney.ts';

/** A game's stakes and payouts in settled rounds; cancelled bets don't count. */
export interface ProfitStats {
  gameType: GameType;
  stakes: Paise;
  payouts: Paise;
  /** Stakes less payouts: below zero when the house lost. */
  profit: Paise;
}

/** Stakes and profit of each game, from its settled rounds that ended in the range, for admins. One row per game. */
export async function profitStats(
  ctx: Context,
  range: DateRange,
  read: ReadSpans = spansOf(ctx),
): Promise<ProfitStats[]> {
  authorize(ctx, 'stats:read');
  const [money] = await read({ ...readRange(range), read: 'games' });
  return gameTypes.map((gameType) => {
    const { stakes, payouts } = money.game(gameType);
    return { gameType, stakes, payouts, profit: paise(stakes - payouts) };
  });
}
