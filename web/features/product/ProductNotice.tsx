import { words } from '../../messages/words.ts';
import classes from './ProductNotice.module.css';
import { useProduct } from './useProduct.ts';

/** Play-money notice or licence, at the foot of every page. */
export function ProductNotice() {
  const { playMoney, notice } = useProduct();
  return <footer className={classes.notice}>{playMoney ? words.common.playMoney : notice}</footer>;
}
