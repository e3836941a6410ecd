import { useState } from 'react';
import { statements } from '#messages/admin/statements.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

const texts = statements.lines;
const minLength = 3;

interface SetAsideDialogProps {
  count: number;
  busy: boolean;
  onClose: () => void;
  onSetAside: (reason: string) => Promise<void>;
}

/** Asks why lines are neither deposit nor payout. */
export function SetAsideDialog({ count, busy, onClose, onSetAside }: SetAsideDialogProps) {
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState(false);
  const enough = [...reason.trim()].length >= minLength;
  const confirm = () => {
    setRefused(!enough);
    if (enough) void onSetAside(reason.trim());
  };
  return (
    <ConfirmDialog
      opened
      title={texts.setAsideTitle(count)}
      question={texts.setAsideHint}
      note={
        <TextField
          label={texts.reason}
          maxLength={500}
          value={reason}
          error={refused && !enough ? texts.reasonShort : null}
          onChange={setReason}
        />
      }
      confirmLabel={texts.setAside}
      busy={busy}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
