import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { formatMoney } from '../../lib/money.ts';
import { bet } from '#messages/bet.ts';
import { game } from '#messages/game.ts';

const CancelBets_Mutation = graphql(`
  mutation CancelBets_Mutation($input: CancelBetsInput!) {
    cancelBets(input: $input) {
      ... on CancelBetsPayload {
        amount
        wallet {
          id
          available
          held
        }
        contest {
          id
          viewer {
            betAmount
            bets {
              ...OwnBet_bet @unmask
            }
          }
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Cancels all the player's bets in a round whose result the operator has set, and shows the result. */
export function useCancelBets() {
  const { act, pending } = useAction(CancelBets_Mutation, {
    keyed: true,
    known: { BETTING_CLOSED: bet.closed },
    toast: ({ amount }) => game.cancelDone(formatMoney(amount)),
  });
  return { cancelBets: (gameId: string) => act({ gameId }), cancelling: pending };
}
