import { formatMoney, formatMoneyShort, paiseOf } from '../lib/money.ts';
import classes from './MoneyText.module.css';

interface MoneyTextProps {
  amount: bigint | string;
  /** credit: green with +; debit: red with −; net: one of the two by the amount's sign, or neither. */
  as?: 'credit' | 'debit' | 'net' | undefined;
  /** Leaves out ".00". */
  short?: boolean | undefined;
}

/** An amount of money, in bold. */
export function MoneyText({ amount, as, short = false }: MoneyTextProps) {
  const paise = typeof amount === 'bigint' ? amount : paiseOf(amount);
  const side = as === 'net' ? sideOf(paise) : as;
  const magnitude = as === 'net' && paise < 0n ? -paise : paise;
  const text = short ? formatMoneyShort(magnitude) : formatMoney(magnitude);
  const sign = side === 'credit' ? '+' : side === 'debit' ? '−' : '';
  return <span className={`${classes.money} ${side ? classes[side] : ''}`}>{sign + text}</span>;
}

function sideOf(paise: bigint): 'credit' | 'debit' | undefined {
  if (paise === 0n) return undefined;
  return paise > 0n ? 'credit' : 'debit';
}
