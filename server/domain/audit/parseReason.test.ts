import { expect, it } from 'vitest';
import { parseReason } from './parseReason.ts';

it('takes no reason for a reason', () => {
  expect(parseReason(undefined)).toBeNull();
  expect(parseReason('  ')).toBeNull();
  expect(parseReason(' asked for it ')).toBe('asked for it');
});

it.each(['a\u0000b', 'x'.repeat(501)])('refuses %j', (text) => {
  expect(() => parseReason(text)).toThrow(/^reason must/);
});
