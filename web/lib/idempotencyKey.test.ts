import { expect, it } from 'vitest';
import { KeptKey } from './idempotencyKey.ts';

it('keeps the key of a deed until it is answered', () => {
  const kept = new KeptKey();
  const first = kept.for('₹30 on green');
  expect(kept.for('₹30 on green')).toBe(first);
  expect(kept.for('₹40 on green')).not.toBe(first);
  const second = kept.for('₹30 on green');
  expect(second).not.toBe(first);
  kept.answered();
  expect(kept.for('₹30 on green')).not.toBe(second);
});
