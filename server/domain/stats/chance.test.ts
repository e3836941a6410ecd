import { describe, expect, it } from 'vitest';
import { chiSquareOf, countInterval, returnInterval } from './chance.ts';

describe('what chance allows', () => {
  it('is narrower for the return, the more was staked evenly', () => {
    // ₹100 on a number, 9.6 times or nothing: payouts 0 nine times and 96,000 paise once.
    const variance = 96_000 ** 2 / 10 - 9_600 ** 2;
    const of = (rounds: number) => returnInterval(10_000n * BigInt(rounds), variance * rounds);
    expect(of(1)).toEqual({ low: 0, high: expect.closeTo(0.96 + 1.96 * 2.88, 9) });
    expect(of(10_000)).toEqual({ low: expect.closeTo(0.96 - 0.056448, 9), high: expect.closeTo(0.96 + 0.056448, 9) });
    expect(returnInterval(0n, 0)).toBeNull();
  });

  it('is a tenth of the rounds and what lies about it, for each number', () => {
    expect(countInterval(1_000)).toEqual({ low: 74, high: 126 });
    expect(countInterval(50)).toEqual({ low: 0, high: 10 });
    expect(countInterval(49)).toBeNull();
  });

  it('is measured by chi-square, of fifty rounds or more', () => {
    const even = Array.from({ length: 10 }, () => 100);
    expect(chiSquareOf(even)).toBe(0);
    // One number ten times too often, another too rarely: 2 × 10² / 100.
    expect(chiSquareOf(even.with(3, 110).with(7, 90))).toBeCloseTo(2, 9);
    expect(chiSquareOf([5, 5, 5, 5, 5, 5, 5, 5, 5, 4])).toBeNull();
  });

  it('holds all ten counts of a fair draw 19 times of 20', () => {
    let state = 1;
    const random = () => (state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647) / 2_147_483_647;
    const interval = countInterval(500);
    const samples = Array.from({ length: 400 }, () => {
      const counts = Array.from({ length: 10 }, () => 0);
      for (let round = 0; round < 500; round += 1) counts[Math.floor(random() * 10)]! += 1;
      return counts.every((count) => count >= interval!.low && count <= interval!.high);
    });
    const share = samples.filter(Boolean).length / samples.length;
    expect(share).toBeGreaterThan(0.92);
    expect(share).toBeLessThan(0.98);
  });
});
