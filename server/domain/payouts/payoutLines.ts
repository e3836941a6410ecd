import type { Paise } from '../../../db/columns.ts';
import { plainCode } from '../../../web/paymentTexts.ts';
import type { AwaitedPayout } from './payoutAnswer.ts';

/** A line of the paying account's statement that nothing is matched with: money out. */
export interface PayingLine {
  readonly id: bigint;
  readonly amount: Paise;
  readonly day: string;
  readonly description: string;
  readonly reference: string;
}

/** The line that shows a payout's payment. */
export interface FittingLine {
  readonly payoutId: bigint;
  readonly line: PayingLine;
}

/** As many digits of an account's number, from its end, show that a line is about it. */
const SHOWN_DIGITS = 6;

/**
 * The payouts that exactly one line fits, and that line: by amount and day (the lines given are of the days in question), and where
 * lines name our id or the account, by these. A line that names one payout fits no other; of two payouts of one amount, or two
 * lines, without such a name none is taken.
 */
export function fittingLines(payouts: readonly AwaitedPayout[], lines: readonly PayingLine[]): FittingLine[] {
  const pairs = payouts.flatMap((payout) =>
    lines.filter(({ amount }) => amount === payout.amount).map((line) => ({ payout, line, named: names(line, payout) })),
  );
  const named = pairs.filter((pair) => pair.named);
  const [payoutsNamed, linesNamed] = [new Set(named.map(({ payout }) => payout)), new Set(named.map(({ line }) => line))];
  const rest = pairs.filter(({ payout, line }) => !payoutsNamed.has(payout) && !linesNamed.has(line));
  return [...only(named), ...only(rest)].map(({ payout, line }) => ({ payoutId: payout.id, line }));
}

interface Pair {
  readonly payout: AwaitedPayout;
  readonly line: PayingLine;
}

/** The pairs of which neither payout nor line is in another. */
function only<Fit extends Pair>(pairs: readonly Fit[]): Fit[] {
  const times = new Map<Pair['payout'] | Pair['line'], number>();
  for (const part of pairs.flatMap(({ payout, line }) => [payout, line])) times.set(part, (times.get(part) ?? 0) + 1);
  return pairs.filter(({ payout, line }) => times.get(payout) === 1 && times.get(line) === 1);
}

/** Whether the bank's text has our id, the account's number (or its last digits), or the UPI id. */
function names({ description }: PayingLine, { code, upiId, accountNumber }: AwaitedPayout): boolean {
  const text = description.toUpperCase();
  const words = text.match(/[0-9A-Z]+/g) ?? [];
  if (words.includes(code)) return true;
  if (upiId !== null) return text.includes(upiId.toUpperCase());
  const number = plainCode(accountNumber ?? '');
  return (text.match(/\d+/g) ?? []).some(
    (digits) => digits.length >= Math.min(SHOWN_DIGITS, number.length) && (number.endsWith(digits) || digits.endsWith(number)),
  );
}
