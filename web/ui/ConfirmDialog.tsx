import type { ReactNode } from 'react';
import { common } from '#messages/common.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import classes from './Dialogs.module.css';

export interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  question: string;
  /** Additional text below the question, such as the consequences. */
  note?: ReactNode;
  /** The action's name: "Deactivate", "Cancel my bets". */
  confirmLabel: string;
  /** The button that declines, where "Cancel" would be ambiguous. */
  cancelLabel?: string;
  /** The action can't be undone or deletes something. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before an action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog opened={props.opened} onClose={props.onCancel} title={props.title}>
      <p className={classes.text}>{props.question}</p>
      {props.note && <div className={classes.note}>{props.note}</div>}
      <div className={classes.actions}>
        <Button variant="light" onClick={props.onCancel}>
          {props.cancelLabel ?? common.cancel}
        </Button>
        <Button danger={props.danger ?? false} loading={props.busy ?? false} onClick={props.onConfirm}>
          {props.confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
