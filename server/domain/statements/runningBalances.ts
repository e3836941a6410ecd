import type { Paise } from '../../../db/columns.ts';
import { balanceAfter, byDay, type DayBalance, type ReadLine } from './statementLine.ts';

/**
 * The balances of the days of a statement that states them for its beginning and its end only; in between they follow from
 * the lines. None where it states no opening balance.
 */
export function runningBalances(
  lines: readonly ReadLine[],
  opening: Paise | null,
  closing: Paise | null,
): DayBalance[] {
  if (opening === null) return [];
  const days = [...byDay(lines)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  let running: bigint = opening;
  return days.map(([day, ofDay], index) => {
    const before = running;
    running = balanceAfter(running, ofDay);
    const after = index === days.length - 1 && closing !== null ? closing : running;
    return { day, opening: before as Paise, closing: after as Paise };
  });
}
