import { expect, it } from 'vitest';
import { formatAge } from './age.ts';

it.each([
  [-5_000, '0 min'],
  [59_999, '0 min'],
  [12 * 60_000, '12 min'],
  [185 * 60_000, '3 h 05'],
  [24 * 3_600_000, '1 d 0 h'],
  [52.5 * 3_600_000, '2 d 4 h'],
])('shows how long a request has waited: %d ms as %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});
