import { useMutation } from '@apollo/client/react';
import { useRef } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { IdempotencyKeyHolder } from '../../lib/idempotencyKey.ts';
import { formatMoney } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { showToast } from '../../ui/toasts.ts';

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
          viewerBetAmount
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Cancels all the player's bets in a round whose result the operator has set, and shows the result. */
export function useCancelBets() {
  const [mutate, { loading }] = useMutation(CancelBets_Mutation, { refetchQueries: ['YourBets_Query'] });
  const keys = useRef(new IdempotencyKeyHolder());

  const cancelBets = async (gameId: string): Promise<void> => {
    try {
      const idempotencyKey = keys.current.for(gameId);
      const { data } = await mutate({ variables: { input: { gameId, idempotencyKey } } });
      const result = data?.cancelBets;
      if (!result) {
        showToast({ text: words.errors.list, tone: 'bad' });
        return;
      }
      keys.current.answered(idempotencyKey);
      if (result.__typename === 'CancelBetsPayload') {
        showToast({ text: words.game.cancelDone(formatMoney(result.amount)), tone: 'good' });
      } else {
        showToast({ text: refusalText(result, { BETTING_CLOSED: words.bet.closed }), tone: 'bad' });
      }
    } catch (error) {
      showToast({ text: errorText(error), tone: 'bad' });
    }
  };

  return { cancelBets, cancelling: loading };
}
