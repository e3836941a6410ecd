import { expect, test } from 'vitest';
import { byteRange } from './byteRange.ts';

test.each([
  ['bytes=0-3', { from: 0, to: 4 }],
  ['bytes=4-', { from: 4, to: 10 }],
  ['bytes=4-99', { from: 4, to: 10 }],
  ['bytes=-3', { from: 7, to: 10 }],
  ['bytes=-99', { from: 0, to: 10 }],
  ['bytes=9-9', { from: 9, to: 10 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  // Another form, or several parts: the whole file is the answer.
  [undefined, null],
  ['', null],
  ['bytes=-', null],
  ['bytes=5-4', null],
  ['bytes=0-1,4-5', null],
  ['lines=0-3', null],
  ['bytes=a-b', null],
])('of 10 bytes, %s is %j', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range);
});

test('an empty file has no parts', () => {
  expect(byteRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(byteRange('bytes=-5', 0)).toBe('unsatisfiable');
});
