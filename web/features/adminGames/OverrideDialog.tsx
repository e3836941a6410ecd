import { games } from '#messages/admin/games.ts';
import { ReasonDialog } from '../admin/ReasonDialog.tsx';
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
  const { override } = games;
  // Once it is confirmed the number set is the one of this dialog, which replaces nothing.
  const replaced = useWhileOpen(opened && !busy && replaces !== number, replaces);
  return (
    <ReasonDialog
      opened={opened}
      title={override.confirmTitle}
      question={override.question(number)}
      hint={override.reasonHint}
      confirmLabel={override.confirm(number)}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{winnersText(number)}</p>
      <p>{override.consequence}</p>
      {replaced !== null && <p>{override.replaces(replaced)}</p>}
    </ReasonDialog>
  );
}
