import type { ReactNode } from 'react';
import classes from './Dialogs.module.css';
import { Modal } from './Modal.tsx';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The title is for screen readers only. */
  titleHidden?: boolean;
  /** A close button beside the title, where nothing else in the dialog closes it. */
  closeButton?: boolean;
  children: ReactNode;
}

/** A dialog in the middle of the screen. */
export function Dialog(props: DialogProps) {
  return <Modal {...props} className={classes.dialog} headClassName={classes.head} bodyClassName={classes.body} />;
}
