import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../messages/words.ts';
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
export function Sheet({ title, opened, onClose, wide = false, children }: SheetProps) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      transitionProps={{ duration: 200, timingFunction: 'ease-out' }}
      classNames={{ inner: classes.inner ?? '', content: `${classes.content} ${wide ? classes.wide : ''}` }}
    >
      <Drawer.Overlay className={classes.overlay ?? ''} />
      <Drawer.Content>
        <div className={classes.header}>
          <Drawer.Title className={classes.title ?? ''}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={words.common.close} />
        </div>
        <Drawer.Body className={classes.body ?? ''}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
