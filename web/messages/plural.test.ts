import { expect, it } from 'vitest';
import { plural } from './plural.ts';

const days = { 7: '1 week', one: '# day', other: '# days' };

it.each([
  [0, '0 days'],
  [1, '1 day'],
  [7, '1 week'],
  [14, '14 days'],
  [12_345_678, '1,23,45,678 days'],
])('%d in English is %s', (count, text) => expect(plural.en(count, days)).toBe(text));

it.each([
  [0, '0 सितारा'],
  [1, '1 सितारा'],
  [2, '2 सितारे'],
  [12_345_678, '1,23,45,678 सितारे'],
])('%d in Hindi is %s: none counts as one', (count, text) =>
  expect(plural.hi(count, { one: '# सितारा', other: '# सितारे' })).toBe(text),
);

it('takes the form for others where a category has none', () => {
  expect(plural.en(1, { other: '# in all' })).toBe('1 in all');
});
