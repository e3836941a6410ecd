import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setAlertSound } from './alertSound.ts';
import { alertText, solvedAt, type AlertFacts } from './alertText.ts';
import { useNewAlerts } from './AlertWatch.tsx';

const sounds = vi.fn();
const node = () => ({ connect: (next: unknown) => next });
class FakeAudio {
  currentTime = 0;
  destination = {};
  createOscillator() {
    return { ...node(), frequency: { value: 0 }, start: sounds, stop: () => {} };
  }
  createGain() {
    return { ...node(), gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} } };
  }
}

const alert = (id: string, kind: AlertFacts['kind'] = 'BOOKS_FAILED'): AlertFacts => ({
  __typename: 'Alert',
  id,
  kind,
  mustKnow: kind !== 'QUEUE_OVERDUE',
  openedAt: '2026-11-20T06:30:00Z',
  endedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  count: 2,
  since: '2026-11-20T06:30:00Z',
  amount: null,
  uid: null,
  name: null,
  reference: null,
  payee: null,
  day: null,
  gameId: null,
  failure: null,
  programs: null,
  freeMegabytes: null,
  number: null,
  winners: null,
});

beforeEach(() => {
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  localStorage.clear();
  sounds.mockReset();
  return () => vi.unstubAllGlobals();
});

/** What is open at first, then one more. */
function watch(first: AlertFacts[], more: AlertFacts) {
  const { rerender } = renderHook(({ open }) => useNewAlerts(open), { initialProps: { open: first } });
  rerender({ open: [more, ...first] });
}

test('is silent until the sound is switched on, and then plays for a new alert that must be known', () => {
  watch([], alert('1'));
  expect(sounds).not.toHaveBeenCalled();
  setAlertSound(true);
  expect(sounds).toHaveBeenCalledTimes(2);
  watch([alert('1')], alert('2'));
  expect(sounds).toHaveBeenCalledTimes(4);
  watch([alert('1')], alert('3', 'QUEUE_OVERDUE'));
  expect(sounds).toHaveBeenCalledTimes(4);
  setAlertSound(false);
  watch([alert('1')], alert('4'));
  expect(sounds).toHaveBeenCalledTimes(4);
});

test('every kind has a sentence, and a page where it is solved', () => {
  expect(alertText(alert('1'))).toBe('The audit of 20-11-26 12:00 pm found 2 faults.');
  expect(alertText({ ...alert('1', 'UNUSUAL_WIN'), name: 'Asha', uid: '1234567', amount: '120000.00' })).toBe(
    'Asha (UID 1234567) won ₹1,20,000 more than they staked in 24 hours.',
  );
  expect(solvedAt({ kind: 'UNUSUAL_WIN', uid: '1234567', reference: null })).toBe('/admin/players/1234567');
  expect(solvedAt({ kind: 'QUEUE_OVERDUE', uid: null, reference: null })).toBe('/admin/transactions?order=oldest');
});
