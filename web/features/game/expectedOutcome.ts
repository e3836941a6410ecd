import { atBasisPoints, moneyOf, paiseOf } from '../../lib/money.ts';
import type { OwnBet } from '../bets/addUp.ts';
import type { PayoutRow } from '../bets/payouts.ts';

/** A player's round. Amounts in rupees, as the server writes them. */
export interface Outcome {
  readonly gameId: string;
  readonly number: number;
  readonly stake: string;
  readonly back: string;
  readonly bets: readonly OwnBet[];
}

/** What a round with this winning number returns on these bets at these rates; null without live bets. */
export function expectedOutcome(
  gameId: string,
  number: number,
  bets: readonly OwnBet[],
  payoutTable: readonly PayoutRow[],
): Outcome | null {
  const decided = bets.map((bet) => ({ ...bet, payout: bet.cancelled ? null : payoutOf(bet, number, payoutTable) }));
  const live = decided.filter(({ cancelled }) => !cancelled);
  if (live.length === 0) return null;
  const sum = (amounts: readonly (string | null)[]) =>
    moneyOf(amounts.reduce((total, amount) => total + paiseOf(amount ?? '0.00'), 0n));
  return {
    gameId,
    number,
    stake: sum(live.map(({ amount }) => amount)),
    back: sum(live.map(({ payout }) => payout)),
    bets: decided,
  };
}

function payoutOf({ selection, amount }: OwnBet, number: number, payoutTable: readonly PayoutRow[]): string {
  const row = payoutTable.find(
    (one) => one.selection.color === selection.color && one.selection.number === selection.number,
  );
  const rate = row?.numbers.find((one) => one.number === number)?.basisPoints ?? 0;
  return moneyOf(atBasisPoints(paiseOf(amount), rate));
}
