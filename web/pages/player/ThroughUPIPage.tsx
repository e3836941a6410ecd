import { useQuery } from '@apollo/client/react';
import { ConfirmPayment } from '../../features/payments/ConfirmPayment.tsx';
import { NoPayee } from '../../features/payments/NoPayee.tsx';
import { NoPaymentAmount, PaymentAmount } from '../../features/payments/PaymentAmount.tsx';
import { PaymentSteps } from '../../features/payments/PaymentSteps.tsx';
import { PlayMoneyNotice } from '../../features/payments/PlayMoneyNotice.tsx';
import { UpiPayee } from '../../features/payments/UpiPayee.tsx';
import { Faces } from '../../features/shell/Faces.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { useHanded } from '../../navigationState.ts';
import { paths } from '../../paths.ts';
import { Stack } from '../../ui/Stack.tsx';

const ThroughUPIPage_Query = graphql(`
  query ThroughUPIPage_Query {
    viewer {
      payee(channel: UPI) {
        id
        ...UpiPayee_payee
      }
    }
  }
`);

/** Payment Information: reading A of the deposit screen. */
export function ThroughUPIPage() {
  const { rechargeAmount } = useHanded();
  return (
    <Screen title={words.titles.throughUPI} backTo={paths.deposit}>
      <Stack>
        <PlayMoneyNotice />
        {rechargeAmount === undefined ? <NoPaymentAmount /> : <PayByUPI amount={rechargeAmount} />}
      </Stack>
    </Screen>
  );
}

function PayByUPI({ amount }: { amount: string }) {
  const answer = useQuery(ThroughUPIPage_Query, { fetchPolicy: 'cache-and-network' });
  return (
    <>
      <PaymentAmount amount={amount} />
      <Faces of={answer}>
        {({ viewer }) => {
          const payee = viewer?.payee;
          if (!payee) return <NoPayee amount={amount} />;
          return (
            <PaymentSteps
              pay={words.deposit.step1UPI(formatMoneyShort(amount))}
              account={<UpiPayee payee={payee} amount={amount} />}
              refreshLabel={words.deposit.refreshUpi}
              onRefresh={() => void answer.refetch().catch(() => undefined)}
              confirm={words.deposit.step2UPI}
              form={
                <ConfirmPayment
                  amount={amount}
                  payeeId={payee.id}
                  label={words.deposit.reference}
                  submit={words.deposit.confirmReference}
                />
              }
            />
          );
        }}
      </Faces>
    </>
  );
}
