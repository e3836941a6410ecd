import { expect, it } from 'vitest';
import { colorsOf } from './shapes.ts';

it('gives each number the colours of the rules', () => {
  expect([1, 3, 7, 9].map(colorsOf)).toEqual(Array(4).fill(['RED']));
  expect([2, 4, 6, 8].map(colorsOf)).toEqual(Array(4).fill(['GREEN']));
  expect(colorsOf(0)).toEqual(['VIOLET', 'GREEN']);
  expect(colorsOf(5)).toEqual(['VIOLET', 'RED']);
});
