import { IconBuildingBank, IconQrcode } from '@tabler/icons-react';
import { NoPaymentAmount, PaymentAmount } from '../../features/payments/PaymentAmount.tsx';
import { PlayMoneyNotice } from '../../features/payments/PlayMoneyNotice.tsx';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { words } from '../../messages/words.ts';
import { useHanded } from '../../navigationState.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** UPI or bank account: both carry the amount on. */
export function DepositMethodPage() {
  const { rechargeAmount } = useHanded();
  const state = { rechargeAmount };
  return (
    <Screen title={words.titles.depositMethod} backTo={paths.deposit}>
      <Stack>
        <PlayMoneyNotice />
        {rechargeAmount === undefined ? (
          <NoPaymentAmount />
        ) : (
          <>
            <PaymentAmount amount={rechargeAmount} />
            <Card title={words.deposit.chooseMethod}>
              <RowLink
                to={paths.throughUPI}
                state={state}
                label={words.deposit.upi}
                hint={words.deposit.upiHint}
                Icon={IconQrcode}
              />
              <RowLink
                to={paths.throughBank}
                state={state}
                label={words.deposit.bank}
                hint={words.deposit.bankHint}
                Icon={IconBuildingBank}
              />
            </Card>
          </>
        )}
      </Stack>
    </Screen>
  );
}
