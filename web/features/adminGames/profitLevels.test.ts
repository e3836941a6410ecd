import { describe, expect, it } from 'vitest';
import { profitName } from './profitLevels.ts';

describe('the levels of the profit slider', () => {
  it.each([
    [0, 'Low Profit'],
    [2, 'Low Profit'],
    [3, 'Moderate Profit'],
    [5, 'Moderate Profit'],
    [6, 'High Profit'],
    [9, 'High Profit'],
  ])('%i is %s', (level, name) => expect(profitName(level)).toBe(name));
});
