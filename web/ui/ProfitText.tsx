import { formatMoney, paiseOf } from '../lib/money.ts';
import classes from './ProfitText.module.css';

/** The house's profit: a loss red with −, anything else green. */
export function ProfitText({ amount }: { amount: bigint | string }) {
  const paise = typeof amount === 'bigint' ? amount : paiseOf(amount);
  return (
    <span className={`${classes.profit} ${paise < 0n ? classes.loss : ''}`}>
      {paise > 0n && '+'}
      {formatMoney(paise)}
    </span>
  );
}
