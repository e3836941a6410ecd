import { expect, it } from 'vitest';
import { amountOf, flagOf } from './decision.ts';

it('reads the flag that was set or removed', () => {
  expect(flagOf({ before: null, after: '{"flag":"VIP"}' })).toBe('VIP');
  expect(flagOf({ before: '{"flag":"WATCH"}', after: null })).toBe('WATCH');
  expect(flagOf({ before: null, after: '{"flag":"OF_ANOTHER_RELEASE"}' })).toBeNull();
  expect(flagOf({ before: null, after: null })).toBeNull();
});

it('reads by how much a balance was corrected, in paise', () => {
  const before = '{"available":"10.00"}';
  expect(amountOf({ before, after: '{"amount":"-5.05","available":"4.95"}' })).toBe(-505n);
  expect(amountOf({ before, after: '{"available":"4.95"}' })).toBeNull();
  expect(amountOf({ before: null, after: '{"amount":"some"}' })).toBeNull();
});
