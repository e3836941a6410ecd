import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMoney, formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { ConfirmSheet } from '../../ui/ConfirmSheet.tsx';
import { useCancelWithdrawal } from './useCancelWithdrawal.ts';

/** Offers to take back a withdrawal that is still pending. */
export function CancelWithdrawal({
  transactionId,
  amount,
  onDone,
}: {
  transactionId: string;
  amount: string;
  onDone?: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const { cancelWithdrawal, cancelling } = useCancelWithdrawal();
  const cancel = async () => {
    await cancelWithdrawal(transactionId);
    setAsking(false);
    onDone?.();
  };
  return (
    <>
      <Button variant="light" fullWidth onClick={() => setAsking(true)}>
        {words.transactions.cancel}
      </Button>
      <ConfirmSheet
        opened={asking}
        title={words.transactions.cancelTitle}
        question={words.transactions.cancelQuestion(formatMoney(amount))}
        confirmLabel={words.transactions.cancelAmount(formatMoneyShort(amount))}
        cancelLabel={words.transactions.keep}
        busy={cancelling}
        onConfirm={() => void cancel()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
