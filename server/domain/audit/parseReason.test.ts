import { expect, it } from 'vitest';
import { overRest, parseReason, requireReason } from './parseReason.ts';

it('takes no reason for a reason', () => {
  expect(parseReason(undefined)).toBeNull();
  expect(parseReason('  ')).toBeNull();
  expect(parseReason(' asked for it ')).toBe('asked for it');
});

it.each(['a\u0000b', 'x'.repeat(501)])('refuses %j', (text) => {
  expect(() => parseReason(text)).toThrow(/^reason must/);
});

it('requires 10 characters where a reason is required, except over REST', () => {
  expect(requireReason(' ten signs! ')).toBe('ten signs!');
  expect(requireReason(overRest)).toBe('over REST');
  for (const text of ['nine sign', '    nine sign    ', 'over REST']) {
    expect(() => requireReason(text)).toThrow('reason must have at least 10 characters');
  }
  expect(() => requireReason(' ')).toThrow('reason is required');
});
