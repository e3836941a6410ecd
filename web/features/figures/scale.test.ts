import { expect, it } from 'vitest';
import { boundsOf, expectedOf, linePoints, shareOf } from './scale.ts';

const box = { left: 0, right: 100, top: 10, bottom: 60 };

it('draws a line from left to right, the lowest at the bottom', () => {
  expect(linePoints([100n, 300n, 200n], box)).toEqual([
    { x: 0, y: 60 },
    { x: 50, y: 10 },
    { x: 100, y: 35 },
  ]);
});

it('draws what never changes at half height', () => {
  expect(linePoints([500n, 500n], box).map(({ y }) => y)).toEqual([35, 35]);
  expect(linePoints([], box)).toEqual([]);
});

it('keeps the size of large amounts', () => {
  const crores = 9_876_543_250_00n;
  expect(boundsOf([crores, 1n])).toEqual([1n, crores]);
  expect(shareOf(crores / 2n, crores)).toBeCloseTo(0.5);
  expect(shareOf(0n, 0n)).toBe(0);
});

it('expects a tenth of the draws for each number', () => {
  expect(expectedOf(1_000).mean).toBe(100);
  expect(expectedOf(1_000).from).toBeCloseTo(81.03, 1);
  expect(expectedOf(1_000).to).toBeCloseTo(118.97, 1);
  expect(expectedOf(4).from).toBe(0);
});
