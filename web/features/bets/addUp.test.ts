import { expect, it } from 'vitest';
import { addUp, stakesOf } from './addUp.ts';
import { pendingId } from './pendingBet.ts';

const green = { color: 'GREEN', number: null } as const;
const seven = { color: null, number: 7 } as const;
const bet = (selection: typeof green | typeof seven, amount: string, payout: string | null, cancelled = false) => ({
  selection,
  amount,
  payout,
  cancelled,
});

it('sums stakes and returns by selection, cancelled bets apart', () => {
  const sums = addUp([
    bet(green, '10.00', '20.00'),
    bet(seven, '5.50', '0.00'),
    bet(green, '0.25', '0.50'),
    bet(green, '100.00', null, true),
  ]);
  expect(sums.map(({ mark, cancelled, paise, payoutPaise }) => [mark, cancelled, paise, payoutPaise])).toEqual([
    ['● Green', false, 1_025n, 2_050n],
    ['7', false, 550n, 0n],
    ['● Green', true, 10_000n, null],
  ]);
});

it('keeps bets apart that are not answered yet', () => {
  const sent = { ...bet(green, '10.00', null), id: pendingId() };
  const sums = addUp([{ ...bet(green, '10.00', null), id: 'bet-1' }, sent]);
  expect(sums.map(({ pending, paise }) => [pending, paise])).toEqual([
    [false, 1_000n],
    [true, 1_000n],
  ]);
});

it('has no return while one of the bets is not settled', () => {
  expect(addUp([bet(green, '10.00', '20.00'), bet(green, '10.00', null)])[0]?.payoutPaise).toBeNull();
});

it('gives the stake on a choice, with bets that are sent and without cancelled ones', () => {
  const stakes = stakesOf([
    bet(green, '10.00', null),
    { ...bet(green, '0.50', null), id: pendingId() },
    bet(green, '100.00', null, true),
    bet(seven, '5.00', null),
  ]);
  expect([stakes({ color: 'GREEN' }), stakes({ number: 7 }), stakes({ number: 0 })]).toEqual([1_050n, 500n, 0n]);
});
