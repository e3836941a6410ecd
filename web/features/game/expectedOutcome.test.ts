import { expect, it } from 'vitest';
import { expectedOutcome } from './expectedOutcome.ts';

const green = { color: 'GREEN', number: null } as const;
const four = { color: null, number: 4 } as const;
const table = [
  {
    selection: green,
    numbers: [
      { number: 0, basisPoints: 16_000 },
      { number: 4, basisPoints: 20_000 },
    ],
  },
  { selection: four, numbers: [{ number: 4, basisPoints: 96_000 }] },
];
const bet = (selection: typeof green | typeof four, amount: string, cancelled = false) => ({
  selection,
  amount,
  cancelled,
  payout: null,
});

it.each([
  [4, '232.00', ['40.00', '192.00']],
  [0, '32.00', ['32.00', '0.00']],
  [7, '0.00', ['0.00', '0.00']],
])('with %d, ₹%s comes back', (number, back, payouts) => {
  const outcome = expectedOutcome('sapreOne-1', number, [bet(green, '20.00'), bet(four, '20.00')], table);
  expect(outcome).toMatchObject({ number, stake: '40.00', back });
  expect(outcome?.bets.map(({ payout }) => payout)).toEqual(payouts);
});

it('leaves cancelled bets out', () => {
  expect(expectedOutcome('sapreOne-1', 4, [bet(green, '20.00', true)], table)).toBeNull();
  const outcome = expectedOutcome('sapreOne-1', 4, [bet(green, '20.00', true), bet(four, '0.03')], table);
  expect(outcome).toMatchObject({ stake: '0.03', back: '0.28' });
  expect(outcome?.bets[0]?.payout).toBeNull();
});
