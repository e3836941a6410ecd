import { formatMoney, formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
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
      label={words.transactions.cancel}
      title={words.transactions.cancelTitle}
      question={words.transactions.cancelQuestion(formatMoney(amount))}
      confirmLabel={words.transactions.cancelAmount(formatMoneyShort(amount))}
      cancelLabel={words.transactions.keep}
      busy={cancelling}
      onConfirm={cancel}
    />
  );
}
