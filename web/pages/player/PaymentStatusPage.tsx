import { useQuery } from '@apollo/client/react';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import { CancelWithdrawal } from '../../features/payments/CancelWithdrawal.tsx';
import { TransactionSummary } from '../../features/payments/TransactionSummary.tsx';
import { useLiveTransactions } from '../../features/payments/useLiveTransactions.ts';
import { useProduct } from '../../features/product/useProduct.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import type { PaymentChannel, TransactionType } from '../../gql/graphql.ts';
import { deposit } from '#messages/deposit.ts';
import { titles } from '#messages/titles.ts';
import { transactions } from '#messages/transactions.ts';
import { withdraw } from '#messages/withdraw.ts';
import { useRouteState } from '../../routeState.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';

const PaymentStatusPage_Query = graphql(`
  query PaymentStatusPage_Query($id: ID!, $handed: Boolean!) {
    node(id: $id) @include(if: $handed) {
      id
      ... on Transaction {
        id
        status
        transactionType
        channel
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
            channel
            amount
            ...TransactionSummary_transaction
          }
        }
      }
    }
  }
`);

/** The request just sent, live; opened by its URL, the newest one. */
export default function PaymentStatusPage() {
  const { transactionId, justSent = false } = useRouteState();
  const answer = useQuery(PaymentStatusPage_Query, {
    variables: { id: transactionId ?? '', handed: transactionId !== undefined },
    fetchPolicy: 'cache-and-network',
  });
  useLiveTransactions();
  return (
    <Screen title={titles.paymentStatus} backTo={paths.wallet}>
      <QueryBoundary of={answer}>
        {({ node, viewer }) => {
          const transaction = node?.__typename === 'Transaction' ? node : viewer?.transactions?.edges[0]?.node;
          if (!transaction) return <NothingSent />;
          const { id, status, transactionType, amount } = transaction;
          return (
            <Stack>
              {justSent && <Sent {...transaction} />}
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
              <LinkButton to={paths.wallet}>{transactions.toWallet}</LinkButton>
            </Stack>
          );
        }}
      </QueryBoundary>
    </Screen>
  );
}

function Sent({ transactionType, channel }: { transactionType: TransactionType; channel: PaymentChannel }) {
  const { playMoney } = useProduct();
  if (transactionType === 'CREDIT') return <Notice tone="good">{deposit.success}</Notice>;
  const real = channel === 'UPI' ? withdraw.successUPI : withdraw.successBank;
  return <Notice tone="good">{playMoney ? withdraw.successPlay : real}</Notice>;
}

function NothingSent() {
  return (
    <Card>
      <EmptyState Icon={IconListDetails} title={transactions.nothingSent} hint={transactions.nothingSentHint}>
        <LinkButton to={paths.wallet}>{transactions.toWallet}</LinkButton>
      </EmptyState>
    </Card>
  );
}
