import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { KeptKey } from '../../lib/idempotencyKey.ts';
import { formatMoney, formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { ConfirmSheet } from '../../ui/ConfirmSheet.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toasts.ts';
import classes from './YourBets.module.css';

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

/** In a round whose result the operator has set: take all bets back, while bets are open. */
export function CancelBets({ gameId, livePaise }: { gameId: string; livePaise: bigint }) {
  const [asking, setAsking] = useState(false);
  const [mutate, { loading }] = useMutation(CancelBets_Mutation, { refetchQueries: ['YourBets_Query'] });
  const keys = useRef(new KeptKey());

  const cancel = async () => {
    try {
      const { data } = await mutate({ variables: { input: { gameId, idempotencyKey: keys.current.for(gameId) } } });
      keys.current.answered();
      const result = data?.cancelBets;
      if (result?.__typename === 'CancelBetsPayload') {
        showToast({ text: words.game.cancelDone(formatMoney(result.amount)), tone: 'good' });
      } else if (result) {
        showToast({ text: refusalText(result, { BETTING_CLOSED: words.bet.closed }), tone: 'bad' });
      }
    } catch (error) {
      showToast({ text: errorText(error), tone: 'bad' });
    }
    setAsking(false);
  };

  return (
    <div className={classes.cancel}>
      <Notice tone="attention">{words.game.operatorNotice}</Notice>
      <Button variant="light" onClick={() => setAsking(true)}>
        {words.game.cancelBets}
      </Button>
      <ConfirmSheet
        opened={asking}
        title={words.game.cancelTitle}
        question={words.game.cancelQuestion}
        confirmLabel={words.game.cancelBetsOf(formatMoneyShort(livePaise))}
        cancelLabel={words.game.keepBets}
        busy={loading}
        onConfirm={() => void cancel()}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
