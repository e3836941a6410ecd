import { expect, it } from 'vitest';
import { IdempotencyKeyHolder } from './idempotencyKey.ts';

it('keeps the key of a deed until it is answered', () => {
  const kept = new IdempotencyKeyHolder();
  const first = kept.for('₹30 on green');
  expect(kept.for('₹30 on green')).toBe(first);
  expect(kept.for('₹40 on green')).not.toBe(first);
  const second = kept.for('₹30 on green');
  expect(second).not.toBe(first);
  kept.answered(second);
  expect(kept.for('₹30 on green')).not.toBe(second);
});

it('keeps the key of a request that has no answer yet when an earlier one is answered late', () => {
  const kept = new IdempotencyKeyHolder();
  const late = kept.for('₹30 on green');
  const next = kept.for('₹40 on green');
  kept.answered(late);
  expect(kept.for('₹40 on green')).toBe(next);
});
