import { IconBuildingBank, IconQrcode } from '@tabler/icons-react';
import { DepositScreen } from '../../features/payments/DepositScreen.tsx';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';

/** UPI or bank account; both pass the amount on. */
export function DepositMethodPage() {
  return (
    <DepositScreen title={words.titles.depositMethod}>
      {(rechargeAmount) => (
        <Card title={words.deposit.chooseMethod}>
          <RowLink
            to={paths.throughUPI}
            state={{ rechargeAmount }}
            label={words.deposit.upi}
            hint={words.deposit.upiHint}
            Icon={IconQrcode}
          />
          <RowLink
            to={paths.throughBank}
            state={{ rechargeAmount }}
            label={words.deposit.bank}
            hint={words.deposit.bankHint}
            Icon={IconBuildingBank}
          />
        </Card>
      )}
    </DepositScreen>
  );
}
