import { describe, expect, it } from 'vitest';
import { toPage } from './keyset.ts';

describe('a page of a list', () => {
  it('ends the list when there was no row beyond the limit', () => {
    expect(toPage([3n, 2n, 1n], { limit: 3 })).toEqual({ rows: [3n, 2n, 1n], hasNext: false, hasPrevious: false });
  });

  it('leaves the extra row out and reports that there is more', () => {
    expect(toPage([9n, 8n, 7n], { limit: 2, after: 10n })).toEqual({
      rows: [9n, 8n],
      hasNext: true,
      hasPrevious: true,
    });
  });

  it('keeps the list’s order when it was read from its end', () => {
    const page = toPage([1n, 2n, 3n], { limit: 2, fromEnd: true, before: 0n });
    expect(page).toEqual({ rows: [2n, 1n], hasNext: true, hasPrevious: true });
  });
});
