/** Selections as stored in the database: 0-9 the number, 10 green, 11 violet, 12 red. */
export type Selection = number;

export const SELECTION_COUNT = 13;

export const colors = ['GREEN', 'VIOLET', 'RED'] as const;
export type Color = (typeof colors)[number];

/** The numbers of each colour: 0 and 5 have two colours (server/domain/contests/README.md#winning-numbers-and-payouts). */
const numbersByColor: Record<Color, readonly number[]> = {
  GREEN: [0, 2, 4, 6, 8],
  VIOLET: [0, 5],
  RED: [1, 3, 5, 7, 9],
};

const FIRST_COLOR = 10;

export function selectionOfColor(color: Color): Selection {
  return FIRST_COLOR + colors.indexOf(color);
}

/** The colour bet on, or null for a bet on a number. */
export function colorOfSelection(selection: Selection): Color | null {
  return colors[selection - FIRST_COLOR] ?? null;
}

/** The number bet on, or null for a bet on a colour. */
export function numberOfSelection(selection: Selection): number | null {
  return selection < FIRST_COLOR ? selection : null;
}

/** Whether `value` is a valid selection. */
export function isSelection(value: number): value is Selection {
  return Number.isInteger(value) && value >= 0 && value < SELECTION_COUNT;
}

/** The colours of a number, in the order green, violet, red. */
export function colorsOfNumber(number: number): Color[] {
  return colors.filter((color) => numbersByColor[color].includes(number));
}

/** Whether a bet on `selection` wins when `number` is drawn. */
export function wins(selection: Selection, number: number): boolean {
  const color = colorOfSelection(selection);
  return color === null ? selection === number : numbersByColor[color].includes(number);
}
