import { formatMoney, formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useCancelWithdrawal } from './useCancelWithdrawal.ts';

interface CancelWithdrawalProps {
  transactionId: string;
  amount: string;
  onDone?: () => void;
}

/** Button to cancel a withdrawal that is still pending. */
export function CancelWithdrawal({ transactionId, amount, onDone }: CancelWithdrawalProps) {
  const { cancelWithdrawal, cancelling } = useCancelWithdrawal();
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
