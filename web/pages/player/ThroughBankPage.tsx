import { useQuery } from '@apollo/client/react';
import { BankPayee } from '../../features/payments/BankPayee.tsx';
import { ConfirmPayment } from '../../features/payments/ConfirmPayment.tsx';
import { NoPayee } from '../../features/payments/NoPayee.tsx';
import { NoPaymentAmount, PaymentAmount } from '../../features/payments/PaymentAmount.tsx';
import { PaymentSteps } from '../../features/payments/PaymentSteps.tsx';
import { PlayMoneyNotice } from '../../features/payments/PlayMoneyNotice.tsx';
import { Faces } from '../../features/shell/Faces.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { useHanded } from '../../navigationState.ts';
import { paths } from '../../paths.ts';
import { Stack } from '../../ui/Stack.tsx';

const ThroughBankPage_Query = graphql(`
  query ThroughBankPage_Query {
    viewer {
      payee(channel: BANK) {
        id
        ...BankPayee_payee
      }
    }
  }
`);

export function ThroughBankPage() {
  const { rechargeAmount } = useHanded();
  return (
    <Screen title={words.titles.throughBank} backTo={paths.deposit}>
      <Stack>
        <PlayMoneyNotice />
        {rechargeAmount === undefined ? <NoPaymentAmount /> : <PayByBank amount={rechargeAmount} />}
      </Stack>
    </Screen>
  );
}

function PayByBank({ amount }: { amount: string }) {
  const answer = useQuery(ThroughBankPage_Query, { fetchPolicy: 'cache-and-network' });
  return (
    <>
      <PaymentAmount amount={amount} />
      <Faces of={answer}>
        {({ viewer }) => {
          const payee = viewer?.payee;
          if (!payee) return <NoPayee amount={amount} />;
          return (
            <PaymentSteps
              pay={words.deposit.step1Bank(formatMoneyShort(amount))}
              account={<BankPayee payee={payee} />}
              refreshLabel={words.deposit.refreshBank}
              onRefresh={() => void answer.refetch().catch(() => undefined)}
              confirm={words.deposit.step2Bank}
              form={
                <ConfirmPayment
                  amount={amount}
                  payeeId={payee.id}
                  label={words.deposit.transactionId}
                  submit={words.common.confirm}
                />
              }
            />
          );
        }}
      </Faces>
    </>
  );
}
