import { words } from '../../messages/words.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useRequiredReason } from '../admin/useRequiredReason.tsx';
import { useWhileOpen } from './useWhileOpen.ts';
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
  const { override } = words.admin.games;
  const reason = useRequiredReason(override.reasonHint);
  // Once it is confirmed the number set is the one of this dialog, which replaces nothing.
  const replaced = useWhileOpen(opened && !busy && replaces !== number, replaces);
  const note = (
    <Stack gap={12}>
      <p>{winnersText(number)}</p>
      <p>{override.consequence}</p>
      {replaced !== null && <p>{override.replaces(replaced)}</p>}
      {reason.field}
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
      onConfirm={() => {
        const given = reason.take();
        if (given !== null) onConfirm(given);
      }}
      onCancel={onCancel}
    />
  );
}
