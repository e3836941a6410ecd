import { useApolloClient } from '@apollo/client/react';
import { useCallback, useRef, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { paiseOf } from '../../lib/money.ts';
import { useForMoment } from '../../ui/useForMoment.ts';
import { expectedOutcome, type Outcome } from './expectedOutcome.ts';
import { signalOutcome } from './sound.ts';

const Outcome_Query = graphql(`
  query Outcome_Query($gameId: String!) {
    contest(gameId: $gameId) {
      id
      winningNumber
      viewer {
        betAmount
        winAmount
      }
    }
    viewer {
      betsIn(gameId: $gameId) {
        ...OwnBet_bet @unmask
      }
    }
  }
`);

// Both are read from the cache only, where the game's screen has them.
const OutcomeRates_Query = graphql(`
  query OutcomeRates_Query {
    payoutTable {
      ...PayoutTable_row @unmask
    }
  }
`);
const OutcomeBets_contest = graphql(`
  fragment OutcomeBets_contest on Contest {
    id
    viewer {
      bets {
        ...OwnBet_bet @unmask
      }
    }
  }
`);

const shownForMs = 4_000;

/** A round, as the cache and as people name it. */
export interface Round {
  readonly id: string;
  readonly gameId: string;
}

/**
 * The player's outcome of a round: as `outcome` for four seconds, as `last` until the next one; null for players without a
 * bet in it. It is there with the number (`expectOutcome`), from the bets and rates that the screen has; `showOutcome`,
 * called when the round has been paid, puts what was paid in its place. `refunded` is what a void round gave back, in paise, as long.
 */
export function useOutcome() {
  const client = useApolloClient();
  const [last, setLast] = useState<Outcome | null>(null);
  const [shownRound, showRound] = useForMoment<string>(shownForMs);
  const [refunded, showRefunded] = useForMoment<bigint>(shownForMs);
  const announced = useRef<string | null>(null);

  const show = useCallback(
    (next: Outcome) => {
      setLast(next);
      // A moment that is over doesn't come back with what was paid.
      if (announced.current === next.gameId) return;
      announced.current = next.gameId;
      showRound(next.gameId);
      signalOutcome(paiseOf(next.back) > paiseOf(next.stake));
    },
    [showRound],
  );

  const betsIn = useCallback(
    (id: string) =>
      client.readFragment({
        fragment: OutcomeBets_contest,
        fragmentName: 'OutcomeBets_contest',
        from: { __typename: 'Contest', id },
      })?.viewer?.bets,
    [client],
  );

  const expectOutcome = useCallback(
    ({ id, gameId }: Round, number: number) => {
      const rates = client.readQuery({ query: OutcomeRates_Query });
      const bets = betsIn(id);
      const expected = rates && bets && expectedOutcome(gameId, number, bets, rates.payoutTable);
      if (expected) show(expected);
    },
    [client, show, betsIn],
  );

  const showVoid = ({ id }: Round) => {
    const live = betsIn(id)?.filter(({ cancelled }) => !cancelled) ?? [];
    const sum = live.reduce((total, { amount }) => total + paiseOf(amount), 0n);
    if (sum > 0n) showRefunded(sum);
  };

  const showOutcome = useCallback(
    (gameId: string) => {
      void client
        .query({ query: Outcome_Query, variables: { gameId }, fetchPolicy: 'network-only' })
        .then(({ data }) => {
          const contest = data?.contest;
          if (!contest?.viewer || contest.winningNumber === null || !Number(contest.viewer.betAmount)) return;
          show({
            gameId,
            number: contest.winningNumber,
            stake: contest.viewer.betAmount,
            back: contest.viewer.winAmount ?? '0.00',
            bets: data?.viewer?.betsIn ?? [],
          });
        })
        .catch(() => undefined);
    },
    [client, show],
  );

  const outcome = last?.gameId === shownRound ? last : null;
  return { outcome, last, refunded, expectOutcome, showVoid, showOutcome };
}
