import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../messages/words.ts';
import classes from './Dialogs.module.css';

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

/** A dialog in the middle of the screen. Its header is no <header>, which would be a second banner landmark. */
export function Dialog({ opened, onClose, title, titleHidden = false, closeButton = false, children }: DialogProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} centered>
      <Modal.Overlay className={classes.overlay ?? ''} />
      <Modal.Content radius="lg">
        <div className={titleHidden ? classes.hidden : classes.head}>
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          {closeButton && <Modal.CloseButton aria-label={words.common.close} />}
        </div>
        <Modal.Body className={classes.body ?? ''}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
