import { useQuery } from '@apollo/client/react';
import { CancelWithdrawal } from '../../features/payments/CancelWithdrawal.tsx';
import { TransactionSummary } from '../../features/payments/TransactionSummary.tsx';
import { useLiveTransactions } from '../../features/payments/useLiveTransactions.ts';
import { Faces } from '../../features/shell/Faces.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { useHanded } from '../../navigationState.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyFace } from '../../ui/EmptyFace.tsx';
import { Stack } from '../../ui/Stack.tsx';

const PaymentStatusPage_Query = graphql(`
  query PaymentStatusPage_Query($id: ID!, $handed: Boolean!) {
    node(id: $id) @include(if: $handed) {
      id
      ... on Transaction {
        id
        status
        transactionType
        amount
        ...TransactionSummary_transaction
      }
    }
    viewer {
      transactions(first: 1) @skip(if: $handed) {
        edges {
          cursor
          node {
            id
            status
            transactionType
            amount
            ...TransactionSummary_transaction
          }
        }
      }
    }
  }
`);

/** The request just sent, live; opened by its address, the newest one. */
export function PaymentStatusPage() {
  const { transactionId } = useHanded();
  const answer = useQuery(PaymentStatusPage_Query, {
    variables: { id: transactionId ?? '', handed: transactionId !== undefined },
    fetchPolicy: 'cache-and-network',
  });
  useLiveTransactions();
  return (
    <Screen title={words.titles.paymentStatus} backTo={paths.wallet}>
      <Faces of={answer}>
        {({ node, viewer }) => {
          const transaction = node?.__typename === 'Transaction' ? node : viewer?.transactions?.edges[0]?.node;
          if (!transaction) return <NothingSent />;
          const { id, status, transactionType, amount } = transaction;
          return (
            <Stack>
              <Card>
                <Stack>
                  <div>
                    <TransactionSummary transaction={transaction} />
                  </div>
                  {status === 'PENDING' && transactionType === 'DEBIT' && (
                    <CancelWithdrawal transactionId={id} amount={amount} />
                  )}
                </Stack>
              </Card>
              <LinkButton to={paths.wallet}>{words.transactions.toWallet}</LinkButton>
            </Stack>
          );
        }}
      </Faces>
    </Screen>
  );
}

function NothingSent() {
  return (
    <Card>
      <EmptyFace title={words.transactions.nothingSent} hint={words.transactions.nothingSentHint}>
        <LinkButton to={paths.wallet}>{words.transactions.toWallet}</LinkButton>
      </EmptyFace>
    </Card>
  );
}
