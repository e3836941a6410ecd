import { useState } from 'react';
import { payoutBatches } from '#messages/admin/payouts.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

const texts = payoutBatches.payouts;
const minLength = 3;

interface NotSentDialogProps {
  count: number;
  busy: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

/** Asks why the bank didn't send payouts. */
export function NotSentDialog({ count, busy, onClose, onConfirm }: NotSentDialogProps) {
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState(false);
  const enough = [...reason.trim()].length >= minLength;
  const confirm = () => {
    setRefused(!enough);
    if (enough) onConfirm(reason.trim());
  };
  return (
    <ConfirmDialog
      opened
      title={texts.notSentTitle(count)}
      question={texts.notSentHint}
      note={
        <TextField
          label={texts.reason}
          maxLength={500}
          value={reason}
          error={refused && !enough ? texts.reasonShort : null}
          onChange={setReason}
        />
      }
      confirmLabel={texts.notSent}
      busy={busy}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
