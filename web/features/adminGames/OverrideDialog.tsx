import { useState } from 'react';
import { words } from '../../messages/words.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { ReasonField } from '../admin/ReasonField.tsx';
import { winnersText } from './winners.ts';

interface OverrideDialogProps {
  opened: boolean;
  /** The number to confirm. */
  number: number;
  /** The number that it replaces, maybe another admin's. */
  replaces: number | null;
  busy: boolean;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Confirmation before a round's number is set: which colours win with it, and what players will see. */
export function OverrideDialog({ opened, number, replaces, busy, onConfirm, onCancel }: OverrideDialogProps) {
  const [reason, setReason] = useState('');
  const { override } = words.admin.games;
  const note = (
    <Stack gap={12}>
      <p>{winnersText(number)}</p>
      <p>{override.consequence}</p>
      {replaces !== null && <p>{override.replaces(replaces)}</p>}
      <ReasonField value={reason} onChange={setReason} />
    </Stack>
  );
  return (
    <ConfirmDialog
      opened={opened}
      title={override.confirmTitle}
      question={override.question(number)}
      note={note}
      confirmLabel={override.confirm(number)}
      busy={busy}
      onConfirm={() => onConfirm(reason)}
      onCancel={onCancel}
    />
  );
}
