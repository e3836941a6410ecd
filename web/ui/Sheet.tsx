import type { ReactNode } from 'react';
import { Modal } from './Modal.tsx';
import classes from './Sheet.module.css';

interface SheetProps {
  title: ReactNode;
  opened: boolean;
  onClose: () => void;
  /** Wide version, for sheets with much content. */
  wide?: boolean;
  children: ReactNode;
}

/** A dialog that slides in from the bottom, to choose a bet or confirm money. */
export function Sheet({ wide = false, ...props }: SheetProps) {
  return (
    <Modal
      {...props}
      closeButton
      className={`${classes.sheet} ${wide ? classes.wide : ''}`}
      headClassName={classes.head}
      bodyClassName={classes.body}
    />
  );
}
