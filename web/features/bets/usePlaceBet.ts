import type { ApolloCache } from '@apollo/client';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { moneyOf } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { addToCachedBets } from './cachedBets.ts';
import { selectionInputOf, type Choice } from './selections.ts';

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
          viewerBetAmount
        }
      }
      ... on BettingClosed {
        closedContest: contest {
          id
          state
          decidedBy
          profitabilityLevel
          cancellable
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

interface PlacingBet {
  readonly gameId: string;
  readonly choice: Choice;
  readonly stakePaise: bigint;
}

/** Places bets. A retry after a lost response never bets twice. */
export function usePlaceBet() {
  const { act, pending } = useAction(PlaceBet_Mutation, options);
  const placeBet = ({ gameId, choice, stakePaise }: PlacingBet) =>
    act({ gameId, selection: selectionInputOf(choice), amount: moneyOf(stakePaise) });
  return { placeBet, placing: pending };
}

const options = {
  keyed: true,
  known: {
    INSUFFICIENT_FUNDS: words.bet.insufficientServer,
    BETTING_CLOSED: words.bet.closed,
    INVALID_BET_TYPE: words.bet.invalidType,
  },
  unanswered: words.bet.uncertain,
  update: (cache: ApolloCache, { bet }: { readonly bet: { readonly id: string } }, { gameId }: { gameId: string }) =>
    addToCachedBets(cache, gameId, bet.id),
} as const;
