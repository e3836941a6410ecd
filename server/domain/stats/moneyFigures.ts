import type { Paise } from '../../../db/columns.ts';
import { gameTypes } from '../contests/gameTypes.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { paise } from '../ground/values/money.ts';
import type { Context } from '../ground/verbs/context.ts';
import { readRange, type DateRange } from './range.ts';
import { spansOf, type MovementSum, type ReadSpans, type SpanMoney } from './spanMoney.ts';

/** What the house took and paid in a range. */
export interface MoneyFigures {
  /** Of settled rounds that ended in the range. */
  stakes: Paise;
  /** What those rounds paid to players, stakes included. */
  returned: Paise;
  /** Gross gaming revenue: stakes less what was returned; below zero when the house lost. */
  grossGamingRevenue: Paise;
  /** Gross gaming revenue / stakes; null without stakes. */
  hold: number | null;
  deposits: MovementSum;
  /** Payouts that were made, also those that came back since. */
  withdrawals: MovementSum;
  /** Payouts that the bank sent back. */
  returnedPayouts: MovementSum;
  /** Of balances: what they added less what they took. */
  corrections: MovementSum;
  /** Play money that players were given. */
  playCredit: MovementSum;
}

/** Stakes, returns, and deposits and withdrawals decided in a range, for admins. */
export async function moneyFigures(
  ctx: Context,
  range: DateRange,
  read: ReadSpans = spansOf(ctx),
): Promise<MoneyFigures> {
  authorize(ctx, 'finance:read');
  const [money] = await read({ ...readRange(range), read: 'money' });
  const { stakes, returned } = played(money);
  const revenue = paise(stakes - returned);
  const withdrawals = money.movement('withdrawal');
  return {
    stakes,
    returned,
    grossGamingRevenue: revenue,
    hold: stakes === 0n ? null : Number((revenue * 1_000_000n) / stakes) / 1_000_000,
    deposits: money.movement('deposit'),
    withdrawals: { ...withdrawals, amount: paise(0n - withdrawals.amount) },
    returnedPayouts: money.movement('payoutReturned'),
    corrections: money.movement('correction'),
    playCredit: money.movement('playCredit'),
  };
}

/** Stakes and returns of all games together. */
export function played({ game }: SpanMoney): { stakes: Paise; returned: Paise } {
  const games = gameTypes.map(game);
  return {
    stakes: paise(games.reduce((sum, { stakes }) => sum + stakes, 0n)),
    returned: paise(games.reduce((sum, { payouts }) => sum + payouts, 0n)),
  };
}
