import { describe, expect, it } from 'vitest';
import {
  colorOfSelection,
  colors,
  colorsOfNumber,
  isSelection,
  numberOfSelection,
  SELECTION_COUNT,
  selectionOfColor,
  wins,
} from './selections.ts';

const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

describe('selections', () => {
  it('are the ten numbers and, after them, green, violet and red', () => {
    expect(colors.map(selectionOfColor)).toEqual([10, 11, 12]);
    expect([10, 11, 12].map(colorOfSelection)).toEqual(['GREEN', 'VIOLET', 'RED']);
    expect(numbers.map(colorOfSelection)).toEqual(numbers.map(() => null));
    expect(numbers.map(numberOfSelection)).toEqual(numbers);
    expect([10, 11, 12].map(numberOfSelection)).toEqual([null, null, null]);
  });

  it('are nothing else', () => {
    const all = Array.from({ length: SELECTION_COUNT }, (_, selection) => selection);
    expect(all.filter(isSelection)).toHaveLength(13);
    expect([-1, 13, 0.5, Number.NaN, Infinity].filter(isSelection)).toEqual([]);
  });

  it('of colours win on the numbers that bear them', () => {
    expect(numbers.map((number) => colorsOfNumber(number).join('+'))).toEqual([
      'GREEN+VIOLET',
      'RED',
      'GREEN',
      'RED',
      'GREEN',
      'VIOLET+RED',
      'GREEN',
      'RED',
      'GREEN',
      'RED',
    ]);
    for (const color of colors) {
      const winning = numbers.filter((number) => wins(selectionOfColor(color), number));
      expect(winning).toEqual(numbers.filter((number) => colorsOfNumber(number).includes(color)));
    }
  });

  it('of a number win on that number alone', () => {
    for (const selection of numbers) expect(numbers.filter((number) => wins(selection, number))).toEqual([selection]);
  });
});
