import { describe, expect, it } from 'vitest';
import { shareOf } from './share.ts';

describe('shareOf', () => {
  it('returns a part from 0 to 1', () => {
    expect(shareOf(0n, 500n)).toBe(0);
    expect(shareOf(125n, 500n)).toBe(0.25);
    expect(shareOf(500n, 500n)).toBe(1);
  });

  it('keeps to whole thousandths, however large the amounts', () => {
    expect(shareOf(1n, 3n)).toBe(0.333);
    expect(shareOf(2n ** 80n, 2n ** 81n)).toBe(0.5);
  });

  it('is nothing of nothing', () => expect(shareOf(0n, 0n)).toBe(0));
});
