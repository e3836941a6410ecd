import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../messages/words.ts';
import classes from './Sheet.module.css';

interface SheetProps {
  title: ReactNode;
  opened: boolean;
  onClose: () => void;
  /** Where there is much to weigh, and room for it. */
  wide?: boolean;
  children: ReactNode;
}

/** A dialog that rises from the bottom: where people choose a bet or confirm money. */
export function Sheet({ title, opened, onClose, wide = false, children }: SheetProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="bottom"
      size="auto"
      classNames={{
        inner: classes.inner ?? '',
        content: `${classes.content} ${wide ? classes.wide : ''}`,
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
        overlay: classes.overlay ?? '',
      }}
      transitionProps={{ duration: 200, timingFunction: 'ease-out' }}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {children}
    </Drawer>
  );
}
