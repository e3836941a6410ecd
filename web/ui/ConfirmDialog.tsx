import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../messages/words.ts';
import { Dialog } from './Dialog.tsx';
import classes from './Dialogs.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  question: string;
  /** A second thought under the question: what it will mean. */
  note?: ReactNode;
  /** The deed in words: "Deactivate", "Cancel my bets". */
  confirmLabel: string;
  /** Not doing it, where "Cancel" would be unclear. */
  cancelLabel?: string;
  /** The deed cannot be undone or takes something away. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a deed is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog opened={props.opened} onClose={props.onCancel} title={props.title}>
      <p className={classes.text}>{props.question}</p>
      {props.note && <div className={classes.note}>{props.note}</div>}
      <div className={classes.actions}>
        <Button variant="light" onClick={props.onCancel}>
          {props.cancelLabel ?? words.common.cancel}
        </Button>
        <Button {...(props.danger ? { color: 'red' } : {})} loading={props.busy ?? false} onClick={props.onConfirm}>
          {props.confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
