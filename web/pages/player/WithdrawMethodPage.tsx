import { IconBuildingBank, IconQrcode } from '@tabler/icons-react';
import { WithdrawalScreen } from '../../features/payments/WithdrawalScreen.tsx';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';

export function WithdrawMethodPage() {
  return (
    <WithdrawalScreen title={words.titles.withdrawMethod} backTo={paths.wallet}>
      {() => (
        <Card title={words.withdraw.choose}>
          <RowLink
            to={paths.withdrawThroughUPI}
            label={words.withdraw.upi}
            hint={words.withdraw.upiHint}
            Icon={IconQrcode}
          />
          <RowLink
            to={paths.withdrawThroughBank}
            label={words.withdraw.bank}
            hint={words.withdraw.bankHint}
            Icon={IconBuildingBank}
          />
        </Card>
      )}
    </WithdrawalScreen>
  );
}
