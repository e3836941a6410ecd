import { describe, expect, test } from 'vitest';
import type { Paise } from '../../../db/columns.ts';
import type { BetToPlace } from '../ground/rounds/betPlacer.ts';
import type { Verdict } from './betStatement.ts';
import { someBet as bet, waitingBet } from '../../../tests/support/waitingBets.ts';
import { verdictForDuplicate, groupByKey, type WaitingBet } from './waitingBet.ts';

describe('bets with the same key in one batch', () => {
  test('are grouped by player and key, in order of arrival', () => {
    const [first, again, otherPlayer, last] = [{}, {}, { playerId: 2n }, { key: 'b' }].map((change) =>
      waitingBet(change),
    ) as [WaitingBet, WaitingBet, WaitingBet, WaitingBet];
    expect(groupByKey([first, otherPlayer, again, last])).toEqual([
      { first, duplicates: [again] },
      { first: otherPlayer, duplicates: [] },
      { first: last, duplicates: [] },
    ]);
  });

  const placed: Verdict = { outcome: 'placed', betId: 9n, betNumber: null, balanceAfter: 500n as Paise };
  const insufficient: Verdict = { outcome: 'insufficient', available: 10n as Paise };

  test.each<[string, Verdict, Partial<BetToPlace>, Verdict | null]>([
    ['replays a bet just placed', placed, {}, { ...placed, outcome: 'replayed' }],
    ['replays a bet placed earlier', { ...placed, outcome: 'replayed' }, {}, { ...placed, outcome: 'replayed' }],
    ['refuses another amount under a used key', placed, { amount: 999n as Paise }, { outcome: 'keyReused' }],
    ['refuses another selection under a used key', placed, { selection: 4 }, { outcome: 'keyReused' }],
    ['refuses another contest under a used key', placed, { contestId: 6n }, { outcome: 'keyReused' }],
    ['shares a refusal', insufficient, {}, insufficient],
    ['asks for itself when the refused bet was another one', insufficient, { amount: 5n as Paise }, null],
    ['stands back with the first', { outcome: 'busy' }, {}, { outcome: 'busy' }],
    [
      'doesn’t care when the same payload was received',
      placed,
      { receivedAt: new Date(1) },
      { ...placed, outcome: 'replayed' },
    ],
  ])('%s', (_, verdict, change, expected) => {
    expect(verdictForDuplicate(bet, verdict, { ...bet, ...change })).toEqual(expected);
  });
});
