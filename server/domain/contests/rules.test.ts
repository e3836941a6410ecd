import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Paise } from '../../../db/columns.ts';
import { expectedPayout } from '../../../tests/support/expectedPayout.ts';
import {
  type Ballot,
  decideOutcome,
  deciderOf,
  type ProfitTerms,
  profitRuleWinner,
  type RuleVersion,
  totalOf,
} from './rules.ts';
import { SELECTION_COUNT, type Selection } from './selections.ts';

const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const anyOrder = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 10 });
/** Few distinct values, so that ties are common. */
const anyPayouts = fc
  .array(fc.bigInt({ min: 0n, max: 4n }), { minLength: 10, maxLength: 10 })
  .map((payouts) => payouts as Paise[]);
const anyLevel = fc.integer({ min: 0, max: 9 });
const anyVersion = fc.constantFrom<RuleVersion>(1, 2);

const terms = {
  ruleVersion: anyVersion,
  profitabilityLevel: anyLevel,
  totalStakes: fc.bigInt({ min: 0n, max: 5n }).map((stakes) => stakes as Paise),
  outcomePayouts: anyPayouts,
  appearanceOrder: anyOrder,
};
const anyTerms: fc.Arbitrary<ProfitTerms> = fc.record(terms);
const ballot: fc.Arbitrary<Ballot> = fc.record({
  ...terms,
  overrideNumber: fc.option(fc.integer({ min: 0, max: 9 })),
  randomize: fc.boolean(),
});

describe('who decides', () => {
  it('is the operator first, then the draw, then the profit rule', () => {
    expect(deciderOf({ overrideNumber: 0, randomize: true })).toBe('OPERATOR');
    expect(deciderOf({ overrideNumber: 0, randomize: false })).toBe('OPERATOR');
    expect(deciderOf({ overrideNumber: null, randomize: true })).toBe('DRAW');
    expect(deciderOf({ overrideNumber: null, randomize: false })).toBe('PROFIT_RULE');
  });

  it('gives the operator’s number, the draw’s first, or the profit rule’s', () => {
    fc.assert(
      fc.property(ballot, (given) => {
        const { decidedBy, winningNumber } = decideOutcome(given);
        if (decidedBy === 'OPERATOR') expect(winningNumber).toBe(given.overrideNumber);
        if (decidedBy === 'DRAW') expect(winningNumber).toBe(given.appearanceOrder[0]);
        if (decidedBy === 'PROFIT_RULE') expect(winningNumber).toBe(profitRuleWinner(given));
      }),
    );
  });
});

describe('a ballot that lacks an outcome', () => {
  const terms = { ruleVersion: 2, profitabilityLevel: 0, totalStakes: 0n as Paise, overrideNumber: null } as const;
  const order = [3, 1, 2, 0, 4, 5, 6, 7, 8, 9];
  const none = LEVELS.map(() => 0n as Paise);

  it.each([
    ['no drawn number', { ...terms, randomize: true, appearanceOrder: [], outcomePayouts: none }],
    ['no payout', { ...terms, randomize: false, appearanceOrder: order, outcomePayouts: none.slice(1) }],
    ['null', { ...terms, randomize: false, appearanceOrder: order, outcomePayouts: none.with(5, null as never) }],
  ])('decides nothing: %s', (_what, given) => {
    expect(() => decideOutcome(given)).toThrow('an outcome is missing from the ballot');
  });

  it('is decided among all ten where each would cost more than was staked', () => {
    const outcomePayouts = LEVELS.map((number) => (number === 7 ? 2n : 1n) as Paise);
    expect(profitRuleWinner({ ...terms, appearanceOrder: order, outcomePayouts })).toBe(7);
    expect(profitRuleWinner({ ...terms, profitabilityLevel: 1, appearanceOrder: order, outcomePayouts })).toBe(3);
  });
});

describe('the profit rule', () => {
  it('takes the outcome at the place of the level, by profit and then by the draw’s stream', () => {
    fc.assert(
      fc.property(anyTerms, (given) => {
        const { ruleVersion, profitabilityLevel, totalStakes, outcomePayouts, appearanceOrder } = given;
        // By counting instead of sorting: the winner's place is the number of candidates before it.
        const profit = (number: number) => totalStakes - (outcomePayouts[number] ?? 0n);
        const comesBefore = (a: number, b: number) =>
          profit(a) < profit(b) || (profit(a) === profit(b) && appearanceOrder.indexOf(a) < appearanceOrder.indexOf(b));
        const good = appearanceOrder.filter((number) => profit(number) >= 0n);
        const candidates = ruleVersion === 1 || good.length === 0 ? appearanceOrder : good;
        const winner = profitRuleWinner(given);
        expect(candidates).toContain(winner);
        const place = candidates.filter((other) => comesBefore(other, winner)).length;
        expect(place).toBe(Math.floor((profitabilityLevel * candidates.length) / 10));
      }),
    );
  });

  it('makes every outcome equally likely when there is no bet', () => {
    const none = { totalStakes: 0n as Paise, outcomePayouts: Array.from({ length: 10 }, () => 0n as Paise) };
    fc.assert(
      fc.property(anyOrder, anyLevel, anyVersion, (appearanceOrder, profitabilityLevel, ruleVersion) => {
        const winner = profitRuleWinner({ ...none, ruleVersion, profitabilityLevel, appearanceOrder });
        expect(winner).toBe(appearanceOrder[profitabilityLevel]);
      }),
    );
  });

  it('pays players no more at a higher level', () => {
    fc.assert(
      fc.property(anyTerms, (given) => {
        const paid = LEVELS.map((profitabilityLevel) => {
          return given.outcomePayouts[profitRuleWinner({ ...given, profitabilityLevel })] ?? -1n;
        });
        expect(paid).toEqual(paid.toSorted((a, b) => Number(b - a)));
      }),
    );
  });
});

interface Stake {
  selection: Selection;
  amount: Paise;
}

const onNumbers = (count: number, amount: bigint): Stake[] =>
  Array.from({ length: count }, (_, selection) => ({ selection, amount: amount as Paise }));

/** Terms of a round with these bets, counted as when the round closes. */
function roundOf(
  bets: readonly Stake[],
  rule: Pick<ProfitTerms, 'ruleVersion' | 'profitabilityLevel'>,
  order: number[],
) {
  const totalStakes = totalOf(bets.map(({ amount }) => amount));
  const outcomePayouts = LEVELS.map((number) => returned(bets, number));
  return { ...rule, totalStakes, outcomePayouts, appearanceOrder: order };
}

function returned(bets: readonly Stake[], number: number): Paise {
  return totalOf(bets.map(({ selection, amount }) => expectedPayout(selection, amount, number)));
}

/** The net win (below 0: loss) of `own` bets in a round together with `others`. */
function net(
  own: readonly Stake[],
  others: readonly Stake[],
  rule: Pick<ProfitTerms, 'ruleVersion' | 'profitabilityLevel'>,
  order: number[],
): bigint {
  const winner = profitRuleWinner(roundOf([...own, ...others], rule, order));
  return returned(own, winner) - totalOf(own.map(({ amount }) => amount));
}

const anyBet: fc.Arbitrary<Stake> = fc.record({
  selection: fc.integer({ min: 0, max: SELECTION_COUNT - 1 }),
  amount: fc.bigInt({ min: 1n, max: 100_000n }).map((amount) => amount as Paise),
});
const anyBets = (maxLength: number) => fc.array(anyBet, { minLength: 1, maxLength });
const manyBets = fc.array(anyBet, { minLength: 30, maxLength: 120 });

/** Bets of other players, small compared with those of the player who outweighs them. */
const settings = [
  ['alone', fc.constant<Stake[]>([])],
  ['with one other player', anyBets(5)],
  ['in a crowd', manyBets],
] as const;

describe.each(LEVELS)('betting level + 1 numbers alike at level %d', (profitabilityLevel) => {
  const outweighing = onNumbers(profitabilityLevel + 1, 1_000_000_000n);

  it.each(settings)('wins for sure under version 1, up to level 8 (%s)', (_name, others) => {
    const rule = { ruleVersion: 1, profitabilityLevel } as const;
    fc.assert(
      fc.property(others, anyOrder, (theirs, order) => {
        // Ten numbers cover every outcome and return 96 %.
        expect(net(outweighing, theirs, rule, order) > 0n).toBe(profitabilityLevel <= 8);
      }),
      { numRuns: 30 },
    );
  });

  it.each(settings)('loses for sure under version 2 (%s)', (_name, others) => {
    const rule = { ruleVersion: 2, profitabilityLevel } as const;
    fc.assert(
      fc.property(others, anyOrder, (theirs, order) => {
        expect(net(outweighing, theirs, rule, order)).toBeLessThan(0n);
      }),
      { numRuns: 30 },
    );
  });

  it.each(settings)('is no sure win under version 2 at any amount (%s)', (_name, others) => {
    const rule = { ruleVersion: 2, profitabilityLevel } as const;
    for (const amount of [100n, 10_000n, 1_000_000n]) {
      const own = onNumbers(profitabilityLevel + 1, amount);
      const rounds = fc.sample(fc.tuple(others, anyOrder), { numRuns: 50, seed: 8 });
      expect(rounds.some(([theirs, order]) => net(own, theirs, rule, order) < 0n)).toBe(true);
    }
  });
});

describe('under version 2', () => {
  const rules = fc.record({ ruleVersion: fc.constant(2 as const), profitabilityLevel: anyLevel });

  it.each([
    ['a lone bettor', anyBets(12)],
    ['two bettors', fc.tuple(anyBets(8), anyBets(8)).map((bets) => bets.flat())],
    ['a crowd', manyBets],
  ])('the house pays out no more than it took wherever an outcome allows it: %s', (_name, bets) => {
    fc.assert(
      fc.property(bets, rules, anyOrder, (placed, rule, order) => {
        const round = roundOf(placed, rule, order);
        const paid = round.outcomePayouts[profitRuleWinner(round)] ?? 0n;
        const avoidable = round.outcomePayouts.some((payouts) => payouts <= round.totalStakes);
        if (avoidable) expect(paid).toBeLessThanOrEqual(round.totalStakes);
      }),
      { numRuns: 500 },
    );
  });

  it('a lone bettor never wins, whatever the bets: some outcome always pays out no more than was staked', () => {
    // The ten outcomes return 96 % of any bets on average, so the smallest payout is below the stakes.
    fc.assert(
      fc.property(anyBets(20), rules, anyOrder, (own, rule, order) => {
        expect(net(own, [], rule, order)).toBeLessThanOrEqual(0n);
      }),
      { numRuns: 1_000 },
    );
  });
});
