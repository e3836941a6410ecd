import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { common } from '#messages/common.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ProductNotice } from '../product/ProductNotice.tsx';
import { useProduct } from '../product/useProduct.ts';
import classes from './Screen.module.css';
import { isTab } from './tabs.ts';
import { useBack } from './useBack.ts';

interface ScreenProps {
  title: string;
  /** Target of the back button on a page opened by its URL. */
  backTo?: string;
  /** At the right of the title. */
  aside?: ReactNode;
  /** Replaces title and back button. */
  header?: ReactNode;
  children: ReactNode;
}

/** A page in the 400 px column: header, content, product notice. */
export function Screen({ title, backTo = paths.home, aside, header, children }: ScreenProps) {
  const back = useBack(backTo);
  const { name } = useProduct();
  const tabs = isTab(useLocation().pathname);
  return (
    <div className={`${classes.column} ${tabs ? classes.aboveTabs : ''}`}>
      <title>{common.documentTitle(title, name)}</title>
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
