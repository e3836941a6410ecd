import { formatMoney, formatMoneyShort } from '../lib/money.ts';
import classes from './MoneyText.module.css';

interface MoneyTextProps {
  amount: bigint | string;
  /** credit: green with +; debit: red with −. */
  as?: 'credit' | 'debit' | undefined;
  /** Leaves out ".00". */
  short?: boolean | undefined;
}

/** An amount of money, in bold. */
export function MoneyText({ amount, as, short = false }: MoneyTextProps) {
  const text = short ? formatMoneyShort(amount) : formatMoney(amount);
  const sign = as === 'credit' ? '+' : as === 'debit' ? '−' : '';
  return (
    <span className={`${classes.money} ${as ? classes[as] : ''}`}>
      {sign}
      {text}
    </span>
  );
}
