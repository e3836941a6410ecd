import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Paise } from '../../../db/columns.ts';
import { type Ballot, byHouseProfit, decideOutcome, deciderOf } from './rules.ts';

const anyOrder = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 10 });
/** Few distinct values, so that ties are common. */
const anyPayouts = fc.array(fc.bigInt({ min: 0n, max: 4n }), { minLength: 10, maxLength: 10 });
const anyLevel = fc.integer({ min: 0, max: 9 });

const ballot = fc.record({
  overrideNumber: fc.option(fc.integer({ min: 0, max: 9 })),
  randomize: fc.boolean(),
  profitabilityLevel: anyLevel,
  outcomePayouts: anyPayouts.map((payouts) => payouts as Paise[]),
  appearanceOrder: anyOrder,
}) satisfies fc.Arbitrary<Ballot>;

describe('who decides', () => {
  it('is the operator first, then the draw, then the profit rule', () => {
    expect(deciderOf({ overrideNumber: 0, randomize: true })).toBe('OPERATOR');
    expect(deciderOf({ overrideNumber: 0, randomize: false })).toBe('OPERATOR');
    expect(deciderOf({ overrideNumber: null, randomize: true })).toBe('DRAW');
    expect(deciderOf({ overrideNumber: null, randomize: false })).toBe('PROFIT_RULE');
  });

  it('gives the operator’s number, the draw’s first, or the profit rule’s place', () => {
    fc.assert(
      fc.property(ballot, (terms) => {
        const { decidedBy, winningNumber } = decideOutcome(terms);
        if (decidedBy === 'OPERATOR') expect(winningNumber).toBe(terms.overrideNumber);
        if (decidedBy === 'DRAW') expect(winningNumber).toBe(terms.appearanceOrder[0]);
        if (decidedBy === 'PROFIT_RULE')
          expect(byHouseProfit(terms).indexOf(winningNumber)).toBe(terms.profitabilityLevel);
      }),
    );
  });
});

describe('the profit rule', () => {
  it('orders all ten outcomes by profit, ties by the draw’s stream', () => {
    fc.assert(
      fc.property(ballot, fc.bigInt({ min: 0n, max: 100n }), ({ outcomePayouts, appearanceOrder }, stakes) => {
        // Written out anew: each outcome's place is how many others must come before it.
        const profit = (number: number) => stakes - (outcomePayouts[number] ?? 0n);
        const comesBefore = (a: number, b: number) =>
          profit(a) < profit(b) || (profit(a) === profit(b) && appearanceOrder.indexOf(a) < appearanceOrder.indexOf(b));
        const order = byHouseProfit({ outcomePayouts, appearanceOrder });
        for (const number of appearanceOrder) {
          expect(order.indexOf(number)).toBe(appearanceOrder.filter((other) => comesBefore(other, number)).length);
        }
      }),
    );
  });

  it('makes every outcome equally likely when nobody has bet', () => {
    const outcomePayouts = Array.from({ length: 10 }, () => 0n as Paise);
    fc.assert(
      fc.property(anyOrder, (appearanceOrder) => {
        expect(byHouseProfit({ outcomePayouts, appearanceOrder })).toEqual(appearanceOrder);
      }),
    );
  });

  it('at level 0 pays players most and at level 9 least', () => {
    fc.assert(
      fc.property(ballot, (terms) => {
        const paid = (profitabilityLevel: number) => {
          const rule = { ...terms, overrideNumber: null, randomize: false, profitabilityLevel };
          return terms.outcomePayouts[decideOutcome(rule).winningNumber] ?? -1n;
        };
        const levels = Array.from({ length: 10 }, (_, level) => paid(level));
        expect(levels).toEqual(levels.toSorted((a, b) => Number(b - a)));
      }),
    );
  });
});
