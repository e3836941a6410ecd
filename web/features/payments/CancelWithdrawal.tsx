import { formatMoney, formatMoneyShort } from '../../lib/money.ts';
import { transactions } from '#messages/transactions.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useProduct } from '../product/useProduct.ts';
import { useCancelWithdrawal } from './useCancelWithdrawal.ts';

interface CancelWithdrawalProps {
  transactionId: string;
  amount: string;
  onDone?: () => void;
}

/** Button to cancel a withdrawal that is still pending; none with real money, where that is not possible. */
export function CancelWithdrawal({ transactionId, amount, onDone }: CancelWithdrawalProps) {
  const { playMoney } = useProduct();
  const { cancelWithdrawal, cancelling } = useCancelWithdrawal();
  if (!playMoney) return null;
  const cancel = async () => {
    await cancelWithdrawal(transactionId);
    onDone?.();
  };
  return (
    <ConfirmButton
      label={transactions.cancel}
      title={transactions.cancelTitle}
      question={transactions.cancelQuestion(formatMoney(amount))}
      confirmLabel={transactions.cancelAmount(formatMoneyShort(amount))}
      cancelLabel={transactions.keep}
      busy={cancelling}
      onConfirm={cancel}
    />
  );
}
