import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { PaymentChannel } from '../../gql/graphql.ts';
import { deposit } from '#messages/deposit.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { BankPayee } from './BankPayee.tsx';
import { DepositScreen } from './DepositScreen.tsx';
import { NoPayee } from './NoPayee.tsx';
import { PaymentSteps } from './PaymentSteps.tsx';
import { UpiPayee } from './UpiPayee.tsx';

const PaymentScreen_Query = graphql(`
  query PaymentScreen_Query($channel: PaymentChannel!) {
    viewer {
      payee(channel: $channel) {
        id
        ...UpiPayee_payee
        ...BankPayee_payee
      }
    }
  }
`);

/** Deposit by one channel: the payee, then the reference. */
export function PaymentScreen({ channel }: { channel: PaymentChannel }) {
  return (
    <DepositScreen title={deposit.through[channel].title}>
      {(amount) => <Payment channel={channel} amount={amount} />}
    </DepositScreen>
  );
}

function Payment({ channel, amount }: { channel: PaymentChannel; amount: string }) {
  const answer = useQuery(PaymentScreen_Query, { variables: { channel }, fetchPolicy: 'cache-and-network' });
  return (
    <QueryBoundary of={answer}>
      {({ viewer }) => {
        const payee = viewer?.payee;
        if (!payee) return <NoPayee amount={amount} />;
        return (
          <PaymentSteps
            channel={channel}
            amount={amount}
            payeeId={payee.id}
            onRefresh={() => void answer.refetch().catch(() => undefined)}
          >
            {channel === 'UPI' ? <UpiPayee payee={payee} amount={amount} /> : <BankPayee payee={payee} />}
          </PaymentSteps>
        );
      }}
    </QueryBoundary>
  );
}
