import { ActionIcon } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import type { ReactNode } from 'react';
import { common } from '#messages/common.ts';
import { useProduct } from '../product/useProduct.ts';
import classes from './AdminPage.module.css';

interface AdminPageProps {
  title: string;
  /** On a subpage: back to its parent. */
  onBack?: (() => void) | undefined;
  /** At the right of the title, or below it on narrow screens: actions of the whole page. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the back office: title and content. */
export function AdminPage({ title, onBack, actions, children }: AdminPageProps) {
  const { name } = useProduct();
  return (
    <>
      <title>{common.documentTitle(title, name)}</title>
      <header className={classes.head}>
        {onBack && (
          <ActionIcon variant="raised" aria-label={common.back} onClick={onBack}>
            <IconChevronLeft size={20} aria-hidden />
          </ActionIcon>
        )}
        <h1 className={classes.title}>{title}</h1>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      <div className={classes.body}>{children}</div>
    </>
  );
}
