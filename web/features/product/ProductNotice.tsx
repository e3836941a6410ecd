import classes from './ProductNotice.module.css';
import { useProduct } from './useProduct.ts';

/** Play-money notice or licence, at the foot of every page. */
export function ProductNotice() {
  return <footer className={classes.notice}>{useProduct().notice}</footer>;
}
