import classes from './ProductNotice.module.css';
import { useProduct } from './useProduct.ts';

/** What is at stake here, at the foot of every page. */
export function ProductNotice() {
  return <footer className={classes.notice}>{useProduct().notice}</footer>;
}
