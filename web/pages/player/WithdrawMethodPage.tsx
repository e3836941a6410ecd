import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs';
import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs';
import { WithdrawalScreen } from '../../features/payments/WithdrawalScreen.tsx';
import { useProduct } from '../../features/product/useProduct.ts';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { titles } from '#messages/titles.ts';
import { withdraw } from '#messages/withdraw.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';

export default function WithdrawMethodPage() {
  const { playMoney } = useProduct();
  return (
    <WithdrawalScreen title={titles.withdrawMethod} backTo={paths.wallet}>
      {() => (
        <Card title={playMoney ? withdraw.choosePlay : withdraw.choose}>
          <RowLink to={paths.withdrawThroughUPI} label={withdraw.upi} hint={withdraw.upiHint} Icon={IconQrcode} />
          <RowLink
            to={paths.withdrawThroughBank}
            label={withdraw.bank}
            hint={withdraw.bankHint}
            Icon={IconBuildingBank}
          />
        </Card>
      )}
    </WithdrawalScreen>
  );
}
