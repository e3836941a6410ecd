import { expect, test } from 'vitest';
import { stakeObstacle } from './betLimits.ts';

const limits = [
  { game: 'SAPRE_HALF', minBet: null, maxBet: null },
  { game: 'SAPRE_ONE', minBet: '10.00', maxBet: '500.00' },
];

test('a stake that a game refuses is named before the load', () => {
  expect(stakeObstacle('0.10', limits)).toContain('below the smallest bet of SAPRE_ONE, 10.00');
  expect(stakeObstacle('500.01', limits)).toContain('above the largest bet of SAPRE_ONE, 500.00');
  expect(stakeObstacle('much', limits)).toContain('--stake takes an amount');
  expect(stakeObstacle('0', limits)).toContain('--stake takes an amount');
  for (const stake of ['10', '10.00', '500']) expect(stakeObstacle(stake, limits)).toBeNull();
});
