import { describe, expect, it } from 'vitest';
import type { Paise } from '../../db/columns.ts';
import { basisPoints, payoutTable } from '../../server/domain/contests/payouts.ts';
import { profitRuleWinner } from '../../server/domain/contests/rules.ts';
import type { PayoutRow } from '../../web/features/bets/payouts.ts';
import { exampleStakes, ruleExample } from '../../web/features/rule/ruleExample.ts';

const digits = [...Array(10).keys()];
const selections = { GREEN: 10, RED: 12 } as const;
const table: PayoutRow[] = (['GREEN', 'RED'] as const).map((color) => ({
  selection: { color, number: null },
  numbers: digits
    .map((number) => ({ number, basisPoints: basisPoints(payoutTable, selections[color], number) }))
    .filter((rate) => rate.basisPoints > 0),
}));

const payout = (color: 'GREEN' | 'RED', number: number) =>
  (exampleStakes[color] * BigInt(basisPoints(payoutTable, selections[color], number))) / 10_000n;

describe('the example of the profit rule', () => {
  it('has the winners that the server would decide, each once for every order of the stream', () => {
    const { rows } = ruleExample(table);
    for (const level of digits) {
      const winners = digits.map((first) =>
        profitRuleWinner({
          ruleVersion: 2,
          profitabilityLevel: level,
          totalStakes: (exampleStakes.GREEN + exampleStakes.RED) as Paise,
          outcomePayouts: digits.map((number) => (payout('GREEN', number) + payout('RED', number)) as Paise),
          appearanceOrder: [...digits.slice(first), ...digits.slice(0, first)],
        }),
      );
      const row = rows.find(({ from, to }) => from <= level && level <= to);
      expect(row?.winners, `level ${level}`).toEqual(digits.filter((number) => winners.includes(number)));
    }
  });

  it('says what a bet on each colour returns: more where others have bet less', () => {
    const { rows, average, fair } = ruleExample(table);
    expect(rows).toEqual([
      { from: 0, to: 1, winners: [0], returns: { GREEN: 16_000, RED: 0 } },
      { from: 2, to: 8, winners: [1, 3, 7, 9], returns: { GREEN: 0, RED: 20_000 } },
      { from: 9, to: 9, winners: [5], returns: { GREEN: 0, RED: 16_000 } },
    ]);
    expect(average).toEqual({ GREEN: 3_200, RED: 15_600 });
    expect(fair).toEqual({ GREEN: 9_600, RED: 9_600 });
  });
});
