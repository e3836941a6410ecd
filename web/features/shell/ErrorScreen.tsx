import { VisuallyHidden } from '@mantine/core';
import { useContext } from 'react';
import { words } from '../../messages/words.ts';
import { ErrorFace } from '../../ui/ErrorFace.tsx';
import { ProductNotice } from '../product/ProductNotice.tsx';
import { ProductContext } from '../product/useProduct.ts';
import classes from './ErrorScreen.module.css';

/** In place of a whole page: what happened, a way on, and what is at stake here as soon as that is known. */
export function ErrorScreen({ text, onRetry }: { text: string; onRetry: () => void }) {
  const productKnown = useContext(ProductContext) !== null;
  return (
    <div className={classes.column}>
      <title>{words.errors.heading}</title>
      <main className={classes.main}>
        <VisuallyHidden component="h1">{words.errors.heading}</VisuallyHidden>
        <ErrorFace text={text} onRetry={onRetry} />
      </main>
      {productKnown && <ProductNotice />}
    </div>
  );
}
