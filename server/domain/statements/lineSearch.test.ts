import { expect, it } from 'vitest';
import { dayIn } from './lineSearch.ts';

it('reads a day as screens and files write it, and nothing else', () => {
  expect(['20-11-26', '20/11/2026', '5.1.26', '2026-11-20'].map(dayIn)).toEqual([
    '2026-11-20',
    '2026-11-20',
    '2026-01-05',
    '2026-11-20',
  ]);
  expect(['31-02-26', '20-13-26', '20-11', '201126', 'asha'].map(dayIn)).toEqual([null, null, null, null, null]);
});
