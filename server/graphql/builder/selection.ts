import {
  colorOfSelection,
  colors,
  numberOfSelection,
  selectionOfColor,
  type Color as ColorName,
  type Selection as Row,
} from '../../domain/contests/selections.ts';
import { basisPoints, payoutTable, type PayoutTable } from '../../domain/contests/payouts.ts';
import { builder } from './builder.ts';
import { enumOf } from './enumOf.ts';
import { shared } from '../runtime/sharing.ts';

export const Color = enumOf<ColorName>('Color', 'A colour that can be bet on.', {
  GREEN: 'Wins on 0, 2, 4, 6 and 8; 0 is shared with violet and returns less.',
  VIOLET: 'Wins on 0 and 5.',
  RED: 'Wins on 1, 3, 5, 7 and 9; 5 is shared with violet and returns less.',
});

const names: Record<ColorName, string> = { GREEN: 'Green', VIOLET: 'Violet', RED: 'Red' };

export const Selection = builder.objectRef<{ selection: Row }>('Selection').implement({
  description: 'What a bet is on: a colour or a number.',
  extensions: shared,
  fields: (t) => ({
    color: t.field({
      type: Color,
      nullable: true,
      description: 'The colour; null for a bet on a number.',
      resolve: ({ selection }) => colorOfSelection(selection),
    }),
    number: t.int({
      nullable: true,
      description: 'The number, 0 to 9; null for a bet on a colour.',
      resolve: ({ selection }) => numberOfSelection(selection),
    }),
    label: t.string({
      description: 'What a person reads: “Green” or “7”.',
      resolve: ({ selection }) => {
        const color = colorOfSelection(selection);
        return color === null ? String(selection) : names[color];
      },
    }),
  }),
});

export const SelectionInput = builder.inputType('SelectionInput', {
  description: 'What to bet on: exactly one of the two.',
  isOneOf: true,
  fields: (t) => ({
    color: t.field({ type: Color, description: 'A colour.' }),
    number: t.int({ description: 'A number, 0 to 9.' }),
  }),
});

/** The domain's number of the selection. The domain checks which numbers exist. */
export function selectionOf({ color, number }: typeof SelectionInput.$inferInput): Row {
  if (color != null) return selectionOfColor(color);
  // Numbers of colours are not numbers that a bet can name.
  return number == null || number > 9 ? -1 : number;
}

const PayoutOnNumber = builder.objectRef<{ number: number; basisPoints: number }>('PayoutOnNumber').implement({
  description: 'What a selection returns when this number wins.',
  extensions: shared,
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'The winning number, 0 to 9.' }),
    basisPoints: t.exposeInt('basisPoints', {
      description: 'What returns of the stake, stake included, in ten-thousandths: 96000 is 9.6 times the stake.',
    }),
    multiplier: t.float({
      description: 'The same as a factor for display, such as 9.6.',
      resolve: (row) => row.basisPoints / 10_000,
    }),
  }),
});

interface PayoutRowShape {
  selection: Row;
  table: PayoutTable;
}

export const PayoutRow = builder.objectRef<PayoutRowShape>('PayoutRow').implement({
  description: 'What one selection returns.',
  extensions: shared,
  fields: (t) => ({
    selection: t.field({
      type: Selection,
      description: 'The selection.',
      resolve: ({ selection }) => ({ selection }),
    }),
    numbers: t.field({
      type: [PayoutOnNumber],
      description: 'The numbers it wins on, ascending.',
      resolve: ({ selection, table }) =>
        tenNumbers
          .map((number) => ({ number, basisPoints: basisPoints(table, selection, number) }))
          .filter((row) => row.basisPoints > 0),
    }),
  }),
});

const tenNumbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Colours first, in display order. */
const selections = [...colors.map(selectionOfColor), ...tenNumbers];

export function payoutRows(table: PayoutTable): PayoutRowShape[] {
  return selections.map((selection) => ({ selection, table }));
}

builder.queryField('payoutTable', (t) =>
  t.field({
    type: [PayoutRow],
    description: 'What contests that open from now on pay: green, violet, red, then 0 to 9.',
    resolve: () => payoutRows(payoutTable),
  }),
);
