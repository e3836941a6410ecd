import { useMutation } from '@apollo/client/react';
import { useRef } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { IdempotencyKeyHolder } from '../../lib/idempotencyKey.ts';
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

/** placed: done. refused: nothing changed, with the reason. uncertain: no response; a retry is safe. */
export type Placing =
  { readonly outcome: 'placed' } | { readonly outcome: 'refused' | 'uncertain'; readonly text: string };

/**
 * Places bets. Each bet's idempotency key is kept until there is a definite answer, so that a retry after a lost
 * response never bets twice.
 */
export function usePlaceBet() {
  const [mutate, { loading }] = useMutation(PlaceBet_Mutation);
  const keys = useRef(new IdempotencyKeyHolder());

  const placeBet = async ({ gameId, choice, stakePaise }: PlacingBet): Promise<Placing> => {
    const bet = { gameId, selection: selectionInputOf(choice), amount: moneyOf(stakePaise) };
    const idempotencyKey = keys.current.for(JSON.stringify(bet));
    try {
      const { data } = await mutate({
        variables: { input: { ...bet, idempotencyKey } },
        update: (cache, { data: placed }) => {
          if (placed?.placeBet.__typename === 'PlaceBetPayload') addToCachedBets(cache, gameId, placed.placeBet.bet.id);
        },
      });
      const result = data?.placeBet;
      if (!result) return { outcome: 'uncertain', text: words.bet.uncertain };
      keys.current.answered(idempotencyKey);
      if (result.__typename === 'PlaceBetPayload') return { outcome: 'placed' };
      return { outcome: 'refused', text: refusalText(result, betWords) };
    } catch (error) {
      return { outcome: 'uncertain', text: `${errorText(error)} ${words.bet.uncertain}` };
    }
  };

  return { placeBet, placing: loading };
}

const betWords = {
  INSUFFICIENT_FUNDS: words.bet.insufficientServer,
  BETTING_CLOSED: words.bet.closed,
  INVALID_BET_TYPE: words.bet.invalidType,
};
