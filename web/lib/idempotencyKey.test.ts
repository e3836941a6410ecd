import { expect, it } from 'vitest';
import { IdempotencyKeyHolder } from './idempotencyKey.ts';

const green = '₹30 on green';
const red = '₹40 on red';

it('keeps the key of each request until it is answered, whatever else is sent meanwhile', () => {
  const keys = new IdempotencyKeyHolder();
  const first = keys.for(green);
  const other = keys.for(red);
  expect(other).not.toBe(first);
  expect(keys.for(green)).toBe(first);
  keys.answered(green, first);
  expect(keys.for(green)).not.toBe(first);
  expect(keys.for(red)).toBe(other);
});

it('keeps a new key when the answer to an earlier one comes late', () => {
  const keys = new IdempotencyKeyHolder();
  const first = keys.for(green);
  keys.answered(green, first);
  const second = keys.for(green);
  keys.answered(green, first);
  expect(keys.for(green)).toBe(second);
});

it('drops all keys when it is cleared', () => {
  const keys = new IdempotencyKeyHolder();
  const first = keys.for(green);
  keys.clear();
  expect(keys.for(green)).not.toBe(first);
});
