import { ProductNotice } from '../../features/product/ProductNotice.tsx';
import { congrats } from '#messages/congrats.ts';
import { titles } from '#messages/titles.ts';
import classes from './CongratsPage.module.css';

/** A placeholder with one word. */
export default function CongratsPage() {
  return (
    <div className={classes.column}>
      <title>{titles.congrats}</title>
      <main className={classes.page}>
        <h1>{congrats}</h1>
      </main>
      <ProductNotice />
    </div>
  );
}
