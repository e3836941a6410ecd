import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import type { ReactNode } from 'react';
import { common } from '#messages/common.ts';
import classes from './PageHeader.module.css';

/** The header of a screen: back button, title, and the screen's own controls at the right. */
export function PageHeader({
  title,
  onBack,
  children,
}: {
  title: string;
  onBack?: (() => void) | undefined;
  children?: ReactNode;
}) {
  return (
    <header className={classes.header}>
      {onBack && (
        <button type="button" className={classes.back} aria-label={common.back} onClick={onBack}>
          <IconChevronLeft size={20} aria-hidden />
        </button>
      )}
      <h1 className={classes.title}>{title}</h1>
      {children}
    </header>
  );
}
