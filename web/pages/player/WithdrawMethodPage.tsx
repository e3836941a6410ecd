import { IconBuildingBank, IconQrcode } from '@tabler/icons-react';
import { WithdrawalScreen } from '../../features/payments/WithdrawalScreen.tsx';
import { useProduct } from '../../features/product/useProduct.ts';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';

export function WithdrawMethodPage() {
  const { playMoney } = useProduct();
  return (
    <WithdrawalScreen title={words.titles.withdrawMethod} backTo={paths.wallet}>
      {() => (
        <Card title={playMoney ? words.withdraw.choosePlay : words.withdraw.choose}>
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
