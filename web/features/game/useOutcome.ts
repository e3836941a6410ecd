import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import type { OwnBet } from '../bets/addUp.ts';
import { graphql } from '../../gql/gql.ts';

const Outcome_Query = graphql(`
  query Outcome_Query($gameId: String!) {
    contest(gameId: $gameId) {
      id
      winningNumber
      viewerBetAmount
      viewerWinAmount
    }
    viewer {
      betsIn(gameId: $gameId) {
        ...OwnBet_bet @unmask
      }
    }
  }
`);

export interface Outcome {
  readonly gameId: string;
  readonly number: number;
  readonly stake: string;
  readonly back: string;
  readonly bets: readonly OwnBet[];
}

const shownForMs = 2_000;

/**
 * The player's outcome of a round just paid: as `outcome` for two seconds, as `last` until the next one; null for
 * players without a bet in it.
 */
export function useOutcome(): {
  outcome: Outcome | null;
  last: Outcome | null;
  showOutcome: (gameId: string) => void;
} {
  const client = useApolloClient();
  const [last, setLast] = useState<Outcome | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(null), shownForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const showOutcome = useCallback(
    (gameId: string) => {
      void client
        .query({ query: Outcome_Query, variables: { gameId }, fetchPolicy: 'network-only' })
        .then(({ data }) => {
          const contest = data?.contest;
          if (!contest || contest.winningNumber === null || !Number(contest.viewerBetAmount)) return;
          const paid = {
            gameId,
            number: contest.winningNumber,
            stake: contest.viewerBetAmount ?? '0.00',
            back: contest.viewerWinAmount ?? '0.00',
            bets: data.viewer?.betsIn ?? [],
          };
          setLast(paid);
          setOutcome(paid);
        })
        .catch(() => undefined);
    },
    [client],
  );

  return { outcome, last, showOutcome };
}
