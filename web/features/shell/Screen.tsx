import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ProductNotice } from '../product/ProductNotice.tsx';
import { useProduct } from '../product/useProduct.ts';
import classes from './Screen.module.css';
import { isTab } from './tabs.ts';
import { useBack } from './useBack.ts';

interface ScreenProps {
  title: string;
  /** Where back leads on a page opened by its address. */
  backTo?: string;
  /** At the right of the title. */
  aside?: ReactNode;
  /** A head of the page's own, in place of title and back. */
  header?: ReactNode;
  children: ReactNode;
}

/** A page of the 400 px column: head, contents, and what is at stake here. */
export function Screen({ title, backTo = paths.home, aside, header, children }: ScreenProps) {
  const back = useBack(backTo);
  const { name } = useProduct();
  const tabs = isTab(useLocation().pathname);
  return (
    <div className={`${classes.column} ${tabs ? classes.aboveTabs : ''}`}>
      <title>{words.common.documentTitle(title, name)}</title>
      {header ?? (
        <PageHeader title={title} onBack={back}>
          {aside}
        </PageHeader>
      )}
      <main className={classes.main}>{children}</main>
      <ProductNotice />
    </div>
  );
}
