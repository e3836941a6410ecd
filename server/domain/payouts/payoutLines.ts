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

interface Pair {
  readonly payout: AwaitedPayout;
  readonly line: PayingLine;
}

/**
 * The payouts that exactly one line fits, and that line: by amount and day (the lines given are of the days in question), and where
 * lines name our id or the account, by these. A line that names one payout fits no other; of two payouts of one amount, or two
 * lines, without such a name none is taken.
 */
export function fittingLines(payouts: readonly AwaitedPayout[], lines: readonly PayingLine[]): FittingLine[] {
  const marks = marksOf(payouts);
  const named = lines.flatMap((line) => namedIn(line, marks).map((payout) => ({ payout, line })));
  const [payoutsNamed, linesNamed] = [
    new Set(named.map(({ payout }) => payout)),
    new Set(named.map(({ line }) => line)),
  ];
  const rest = alone(
    payouts.filter((payout) => !payoutsNamed.has(payout)),
    lines.filter((line) => !linesNamed.has(line)),
  );
  return [...onlyOnes(named), ...rest].map(({ payout, line }) => ({ payoutId: payout.id, line }));
}

/** What lines name payouts by: our id, the UPI id, or the last digits of the account's number. */
function marksOf(payouts: readonly AwaitedPayout[]): Map<string, AwaitedPayout[]> {
  const marks = new Map<string, AwaitedPayout[]>();
  for (const payout of payouts) {
    const { code, upiId, accountNumber } = payout;
    for (const mark of [code, upiId?.toUpperCase() ?? plainCode(accountNumber ?? '').slice(-SHOWN_DIGITS)]) {
      marks.set(mark, [...(marks.get(mark) ?? []), payout]);
    }
  }
  return marks;
}

/** The payouts of the line's amount that its text names. */
function namedIn({ amount, description }: PayingLine, marks: ReadonlyMap<string, AwaitedPayout[]>): AwaitedPayout[] {
  const text = description.toUpperCase();
  const words = [...(text.match(/[0-9A-Z]+/g) ?? []), ...(text.match(/[0-9A-Z._-]+@[0-9A-Z.]+/g) ?? [])];
  const runs = text.match(/\d{5,}/g) ?? [];
  const named = [
    ...words.flatMap((word) => marks.get(word) ?? []),
    ...runs.flatMap((run) => (marks.get(run.slice(-SHOWN_DIGITS)) ?? []).filter((payout) => endsLike(run, payout))),
  ];
  return [...new Set(named)].filter((payout) => payout.amount === amount);
}

/** Whether digits are the end of the account's number, or the number the end of them. */
function endsLike(digits: string, { accountNumber }: AwaitedPayout): boolean {
  const number = plainCode(accountNumber ?? '');
  return number !== '' && (number.endsWith(digits) || digits.endsWith(number));
}

/** The pairs of which neither payout nor line is in another. */
function onlyOnes(pairs: readonly Pair[]): Pair[] {
  const times = new Map<Pair['payout'] | Pair['line'], number>();
  for (const part of pairs.flatMap(({ payout, line }) => [payout, line])) times.set(part, (times.get(part) ?? 0) + 1);
  return pairs.filter(({ payout, line }) => times.get(payout) === 1 && times.get(line) === 1);
}

/** Payout and line where each is the only one of its amount. */
function alone(payouts: readonly AwaitedPayout[], lines: readonly PayingLine[]): Pair[] {
  const linesOf = onlyByAmount(lines);
  return [...onlyByAmount(payouts)].flatMap(([amount, payout]) => {
    const line = linesOf.get(amount);
    return line === undefined ? [] : [{ payout, line }];
  });
}

function onlyByAmount<Part extends { readonly amount: Paise }>(parts: readonly Part[]): Map<Paise, Part> {
  const only = new Map<Paise, Part>();
  const several = new Set<Paise>();
  for (const part of parts) {
    if (only.has(part.amount)) several.add(part.amount);
    only.set(part.amount, part);
  }
  for (const amount of several) only.delete(amount);
  return only;
}
