import { expect, it } from 'vitest';
import { colorsOf } from './shapes.ts';

it('gives each number the colours of the rules', () => {
  expect([1, 3, 7, 9].map(colorsOf)).toEqual([['RED'], ['RED'], ['RED'], ['RED']]);
  expect([2, 4, 6, 8].map(colorsOf)).toEqual([['GREEN'], ['GREEN'], ['GREEN'], ['GREEN']]);
  expect(colorsOf(0)).toEqual(['VIOLET', 'GREEN']);
  expect(colorsOf(5)).toEqual(['VIOLET', 'RED']);
});
