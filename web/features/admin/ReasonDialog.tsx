import { useState, type ReactNode } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useRequiredReason } from './useRequiredReason.tsx';

interface ReasonDialogProps extends Omit<ConfirmDialogProps, 'note' | 'onConfirm'> {
  /** Consequences and fields, above the reason. */
  children?: ReactNode;
  /** Who reads the reason, other than the audit log. */
  hint?: string;
  /** Why the last attempt had no effect. */
  problem?: string | null | undefined;
  /** Called with the reason, and only with one that is long enough. */
  onConfirm: (reason: string) => void;
}

/** Asks for confirmation and a mandatory reason, whose field is empty each time the dialog opens. */
export function ReasonDialog({ children, hint, problem = null, onConfirm, ...dialog }: ReasonDialogProps) {
  const reason = useRequiredReason(hint);
  const [wasOpened, setWasOpened] = useState(dialog.opened);
  if (dialog.opened !== wasOpened) {
    setWasOpened(dialog.opened);
    if (dialog.opened) reason.clear();
  }
  return (
    <ConfirmDialog
      {...dialog}
      note={
        <Stack gap={12}>
          {children}
          {reason.field}
          {problem !== null && <Notice tone="bad">{problem}</Notice>}
        </Stack>
      }
      onConfirm={() => {
        const given = reason.take();
        if (given !== null) onConfirm(given);
      }}
    />
  );
}
