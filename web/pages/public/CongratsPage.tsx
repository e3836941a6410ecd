import { ProductNotice } from '../../features/product/ProductNotice.tsx';
import { words } from '../../messages/words.ts';
import classes from './CongratsPage.module.css';

/** A placeholder with one word. */
export function CongratsPage() {
  return (
    <div className={classes.column}>
      <title>{words.titles.congrats}</title>
      <main className={classes.page}>
        <h1>{words.congrats}</h1>
      </main>
      <ProductNotice />
    </div>
  );
}
