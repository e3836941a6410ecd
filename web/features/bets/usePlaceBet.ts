import type { ApolloCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useAction, type PayloadOf } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { PlaceBet_MutationMutation } from '../../gql/graphql.ts';
import { moneyOf } from '../../lib/money.ts';
import { bet as betWords } from '#messages/bet.ts';
import { addToCachedBets } from './cachedBets.ts';
import { expectedBet } from './expectedBet.ts';
import { forgetOpenBet, keepOpenBet, type BetRequest } from './openBets.ts';
import { selectionInputOf } from './selections.ts';

const PlaceBet_Mutation = graphql(`
  mutation PlaceBet_Mutation($input: PlaceBetInput!) {
    placeBet(input: $input) {
      ... on PlaceBetPayload {
        bet {
          ...OwnBet_bet @unmask
        }
        wallet {
          id
          available
          held
        }
        contest {
          id
          state
          viewer {
            betAmount
          }
        }
      }
      ... on BettingClosed {
        closedContest: contest {
          id
          state
          decidedBy
          profitabilityLevel
          cancellable
          heldUntil
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/**
 * Places bets. The cache shows a bet and the balance without its stake at once; a refusal takes both back. A bet that was
 * refused or has no answer is kept as an open one; sent again, it is placed once.
 */
export function usePlaceBet() {
  const client = useApolloClient();
  const { act, pending } = useAction(PlaceBet_Mutation, options);

  const placeBet = async ({ contest, choice, stakePaise }: BetRequest) => {
    const bet = { contest, choice, stakePaise };
    forgetOpenBet(bet);
    const input = { gameId: contest.gameId, selection: selectionInputOf(choice), amount: moneyOf(stakePaise) };
    const placed = await act(input, expectedBet(client.cache, bet));
    if (placed.outcome === 'refused' && placed.refusal.code === 'REALITY_CHECK') {
      // The game then asks.
      void client.refetchQueries({ include: ['GameScreen_Query'] });
    }
    if (placed.outcome !== 'done') keepOpenBet({ ...bet, state: placed.outcome, text: placed.problem.text });
    return placed;
  };

  return { placeBet, placing: pending };
}

const options = {
  keyed: true,
  known: {
    INSUFFICIENT_FUNDS: betWords.insufficientServer,
    BETTING_CLOSED: betWords.closed,
    INVALID_BET_TYPE: betWords.invalidType,
  },
  unanswered: betWords.uncertain,
  update: (cache: ApolloCache, { bet, contest }: PayloadOf<PlaceBet_MutationMutation>) =>
    addToCachedBets(cache, contest.id, bet.id),
} as const;
