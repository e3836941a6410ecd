import { useQuery } from '@apollo/client/react';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRequestWithdrawal } from '../../features/payments/useRequestWithdrawal.ts';
import { checkUpiWithdrawal } from '../../features/payments/withdrawalChecks.ts';
import { WithdrawalForm } from '../../features/payments/WithdrawalForm.tsx';
import { Faces } from '../../features/shell/Faces.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { BalanceBanner } from '../../features/wallet/BalanceBanner.tsx';
import { graphql } from '../../gql/gql.ts';
import { formatMoneyShort, moneyOf, paiseOf, readAmount } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Stack } from '../../ui/Stack.tsx';

const WithdrawThroughUPIPage_Query = graphql(`
  query WithdrawThroughUPIPage_Query {
    viewer {
      wallet {
        id
        available
        ...BalanceBanner_wallet
      }
    }
  }
`);

/** Withdraw Funds: reading A of the withdrawal screen. */
export function WithdrawThroughUPIPage() {
  const answer = useQuery(WithdrawThroughUPIPage_Query, { fetchPolicy: 'cache-and-network' });
  return (
    <Screen title={words.titles.withdrawThroughUPI} backTo={paths.withdrawMethod}>
      <Faces of={answer}>
        {({ viewer }) =>
          viewer?.wallet && (
            <Stack>
              <BalanceBanner wallet={viewer.wallet} label={words.withdraw.balance} />
              <UpiWithdrawal availablePaise={paiseOf(viewer.wallet.available)} />
            </Stack>
          )
        }
      </Faces>
    </Screen>
  );
}

function UpiWithdrawal({ availablePaise }: { availablePaise: bigint }) {
  const [upiId, setUpiId] = useState('');
  const [amount, setAmount] = useState('');
  const { requestWithdrawal, requesting } = useRequestWithdrawal();
  const paise = readAmount(amount) ?? 0n;
  return (
    <WithdrawalForm
      submit={paise > 0n ? words.withdraw.submitAmount(formatMoneyShort(paise)) : words.withdraw.submit}
      success={words.withdraw.successUPI}
      busy={requesting}
      check={() => checkUpiWithdrawal({ amount, upiId, availablePaise })}
      send={() => requestWithdrawal({ amount: moneyOf(paise), upiId: upiId.trim() })}
    >
      <TextInput
        label={words.withdraw.upiId}
        autoComplete="off"
        autoCapitalize="none"
        value={upiId}
        onChange={(event) => setUpiId(event.currentTarget.value)}
      />
      <AmountInput label={words.withdraw.amount} value={amount} onChange={setAmount} />
    </WithdrawalForm>
  );
}
