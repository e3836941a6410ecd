import { expect, test } from 'vitest';
import type { Paise } from '../../../db/columns.ts';
import { betArrays } from './betStatement.ts';

test('bets travel as one array literal per column', () => {
  const bet = {
    playerId: 1n,
    contestId: 5n,
    gameType: 'sapreOne' as const,
    selection: 12,
    amount: 1_050n as Paise,
    key: '0b0e1a9c-27a8-4f4e-a6f0-3a2f4d7f3b11',
    receivedAt: new Date('2026-11-20T06:30:00.123Z'),
  };
  expect(betArrays([bet, { ...bet, playerId: 2n, selection: 0 }])).toEqual([
    '{1,2}',
    '{5,5}',
    '{12,0}',
    '{1050,1050}',
    '{0b0e1a9c-27a8-4f4e-a6f0-3a2f4d7f3b11,0b0e1a9c-27a8-4f4e-a6f0-3a2f4d7f3b11}',
    '{2026-11-20T06:30:00.123Z,2026-11-20T06:30:00.123Z}',
  ]);
});
