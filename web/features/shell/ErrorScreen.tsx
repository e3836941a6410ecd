import { useContext } from 'react';
import { errors } from '#messages/errors.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { ProductNotice } from '../product/ProductNotice.tsx';
import { ProductContext } from '../product/useProduct.ts';
import classes from './ErrorScreen.module.css';

/** Full-page error: what happened, a retry button, and the product notice once that is known. */
export function ErrorScreen({ text, onRetry }: { text: string; onRetry: () => void }) {
  const productKnown = useContext(ProductContext) !== null;
  return (
    <div className={classes.column}>
      <title>{errors.heading}</title>
      <main className={classes.main}>
        <VisuallyHidden as="h1">{errors.heading}</VisuallyHidden>
        <ErrorState text={text} onRetry={onRetry} />
      </main>
      {productKnown && <ProductNotice />}
    </div>
  );
}
