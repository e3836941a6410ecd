import { describe, expect, it } from 'vitest';
import { isAddressRange } from './addressRange.ts';

describe('an address or a range of them', () => {
  it.each(['127.0.0.1', '::1', '10.0.0.0/8', '10.0.0.0/32', '10.0.0.0/0', 'fd00::/8', 'fd00::/128'])(
    'is %s',
    (text) => {
      expect(isAddressRange(text)).toBe(true);
    },
  );

  it.each([
    '',
    'localhost',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/x',
    '10.0.0.0/8x',
    '10.0.0.0/8e0',
    '10.0.0.0/+8',
    '10.0.0.0/8/8',
    '/8',
  ])('is not %j', (text) => {
    expect(isAddressRange(text)).toBe(false);
  });
});
