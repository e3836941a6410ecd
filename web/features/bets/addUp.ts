import { graphql } from '../../gql/gql.ts';
import { paiseOf } from '../../lib/money.ts';
import { isPending } from './pendingBet.ts';
import { isChoice, selectionMark, type Choice, type SelectionFields } from './selections.ts';

// A player's own bet; spread with `@unmask`. One for all, so that the cache has every field that a list of bets reads.
graphql(`
  fragment OwnBet_bet on Bet {
    id
    selection {
      color
      number
    }
    amount
    payout
    cancelled
  }
`);

export interface OwnBet {
  readonly id?: string;
  readonly selection: SelectionFields;
  readonly amount: string;
  readonly cancelled: boolean;
  /** What it returned, stake included; null or missing until it is settled. */
  readonly payout?: string | null;
}

/** The player's bets of one round on one selection. Amounts in paise. */
export interface BetSum {
  readonly mark: string;
  readonly selection: SelectionFields;
  readonly cancelled: boolean;
  /** Sent and not answered yet. */
  readonly pending: boolean;
  readonly paise: bigint;
  /** Null while one of the bets is not settled. */
  readonly payoutPaise: bigint | null;
}

/** Bets summed by selection, in the order of the first bet on each; cancelled and pending ones apart. */
export function addUp(bets: readonly OwnBet[]): BetSum[] {
  const sums = new Map<string, BetSum>();
  for (const { id, selection, amount, cancelled, payout } of bets) {
    const mark = selectionMark(selection);
    const pending = isPending(id);
    const key = `${mark} ${cancelled} ${pending}`;
    const before = sums.get(key) ?? { paise: 0n, payoutPaise: 0n };
    sums.set(key, {
      mark,
      selection,
      cancelled,
      pending,
      paise: before.paise + paiseOf(amount),
      payoutPaise: payout == null || before.payoutPaise === null ? null : before.payoutPaise + paiseOf(payout),
    });
  }
  return [...sums.values()];
}

/** What these bets stake on a choice, in paise: sent ones too, cancelled ones not. */
export function stakesOf(bets: readonly OwnBet[]): (choice: Choice) => bigint {
  const live = addUp(bets).filter(({ cancelled }) => !cancelled);
  return (choice) => live.reduce((sum, { selection, paise }) => (isChoice(selection, choice) ? sum + paise : sum), 0n);
}
