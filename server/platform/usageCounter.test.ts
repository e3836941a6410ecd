import { describe, expect, it } from 'vitest';
import { UsageCounter } from './usageCounter.ts';

describe('what is held at a time', () => {
  it('is bounded for each key, and free again once it is let go', () => {
    const count = new UsageCounter();
    const [first, second] = [count.take('a', 2), count.take('a', 2)];
    expect(count.take('a', 2)).toBeNull();
    expect(count.take('b', 2)).not.toBeNull();
    first?.();
    first?.();
    expect(count.take('a', 2)).not.toBeNull();
    expect(count.take('a', 2)).toBeNull();
    second?.();
    expect(count.take('a', 2)).not.toBeNull();
  });
});
