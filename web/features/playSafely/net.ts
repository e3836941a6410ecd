import { formatMoney, paiseOf } from '../../lib/money.ts';

interface Position {
  readonly staked: string;
  readonly returned: string;
}

/** What was won or lost, with its sign: `+₹40.00`, `−₹60.00`. */
export function netOf({ staked, returned }: Position): string {
  const net = paiseOf(returned) - paiseOf(staked);
  return `${net > 0n ? '+' : ''}${formatMoney(net)}`;
}
