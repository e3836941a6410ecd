import { paiseOf } from '../lib/money.ts';
import { MoneyText } from './MoneyText.tsx';

/** What the house made: a loss red with −, anything else green. */
export function ProfitText({ amount }: { amount: bigint | string }) {
  const paise = typeof amount === 'bigint' ? amount : paiseOf(amount);
  return paise < 0n ? <MoneyText amount={-paise} as="debit" /> : <MoneyText amount={paise} as="credit" />;
}
