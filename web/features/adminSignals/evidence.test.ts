import { expect, test } from 'vitest';
import { deviceOf, evidenceSentences, type SignalFacts } from './evidence.ts';

const nothing: SignalFacts['evidence'] = {
  __typename: 'SignalEvidence',
  account: null,
  withdrawals: null,
  paid: null,
  userAgent: null,
  signIns: null,
  playersAtAddress: null,
  reference: null,
  submissions: null,
  rounds: null,
  commonRounds: null,
  gameIds: null,
  staked: null,
  deposits: null,
  deposited: null,
  withdrawn: null,
  signedInAt: null,
  amount: null,
  newAccount: null,
  registeredWithinHours: null,
  supportedBy: null,
};

const sentences = (kind: SignalFacts['kind'], evidence: Partial<SignalFacts['evidence']>) =>
  evidenceSentences({
    __typename: 'Signal',
    id: '1',
    kind,
    score: 80,
    likely: true,
    playerCount: 4,
    evidence: { ...nothing, ...evidence },
  }).join(' ');

test('tells what each kind rests on', () => {
  expect(sentences('SHARED_UPI', { account: '…eera@okbank', withdrawals: 6, paid: '12000.00' })).toBe(
    '4 players asked for withdrawals to …eera@okbank: 6 in the last 90 days, ₹12,000 of it paid.',
  );
  expect(
    sentences('SHARED_DEVICE', {
      userAgent: 'Mozilla/5.0 (Linux; Android 13; SM-G991B) Chrome/129',
      signIns: 9,
      playersAtAddress: 6,
      registeredWithinHours: 3,
      supportedBy: ['UNPLAYED', 'OPPOSITE_BETS'],
    }),
  ).toBe(
    '4 players signed in at one address with the same kind of device (Linux; Android 13; SM-G991B), 9 times in 30 days. ' +
      '6 players in all use this address. All of them registered within 3 hours. ' +
      'These players also have: Withdrawn without play, Opposite bets.',
  );
  expect(sentences('NEW_DEVICE', { signedInAt: '2026-11-20T06:30:00Z', amount: '500.00', newAccount: true })).toBe(
    'A device that the player never used before (unknown) signed in 20-11-26 12:00 pm, and ₹500 was asked for within a ' +
      'day. The payout account is new too.',
  );
});

test('names a device by what is in brackets, or the beginning', () => {
  expect(deviceOf('curl/8.0')).toBe('curl/8.0');
  expect(deviceOf(null)).toBe('unknown');
});
