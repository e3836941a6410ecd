import type { ReactNode } from 'react';
import { common } from '#messages/common.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ColorSchemeToggle } from '../../ui/ColorSchemeToggle.tsx';
import { Motif } from '../../ui/Motif.tsx';
import { ProductNotice } from '../product/ProductNotice.tsx';
import { useProduct } from '../product/useProduct.ts';
import classes from './AuthLayout.module.css';

/**
 * Layout of the pages before sign-in: the product's banner with the page's heading, the form, and the product notice.
 */
export function AuthLayout({ heading, hint, children }: { heading: string; hint?: string; children: ReactNode }) {
  const { name } = useProduct();
  return (
    <div className={classes.column}>
      <title>{common.documentTitle(heading, name)}</title>
      <main className={classes.main}>
        <Banner className={classes.banner}>
          <div className={classes.top}>
            <Motif size={40} />
            <p translate="no" className={classes.name}>
              {name}
            </p>
            <ColorSchemeToggle className={classes.toggle} />
          </div>
          <h1 className={classes.heading}>{heading}</h1>
          {hint && <p className={classes.hint}>{hint}</p>}
        </Banner>
        {children}
      </main>
      <ProductNotice />
    </div>
  );
}
