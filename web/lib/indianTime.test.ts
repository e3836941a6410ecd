import { expect, it } from 'vitest';
import { indianTimeOf, instantOfIndianTime } from './indianTime.ts';

it('reads what is chosen as a time in India', () => {
  expect(instantOfIndianTime('2026-11-20T05:30')).toBe('2026-11-20T00:00:00.000Z');
  expect(instantOfIndianTime('2026-01-01T00:00')).toBe('2025-12-31T18:30:00.000Z');
});

it('shows an instant as the field holds it', () => {
  expect(indianTimeOf('2026-11-20T00:00:00.000Z')).toBe('2026-11-20T05:30');
});

it('takes nothing for what is no time', () => {
  expect(instantOfIndianTime('')).toBeNull();
  expect(instantOfIndianTime('2026-13-40T05:30')).toBeNull();
});
