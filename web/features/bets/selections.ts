import type { SelectionInput } from '../../gql/graphql.ts';
import { bet } from '#messages/bet.ts';
import { colors } from '#messages/colors.ts';
import { shapes, type GameColor } from '../../ui/shapes.ts';

/** A selection: a colour or a number. */
export type Choice = { readonly color: GameColor } | { readonly number: number };

/** "Green" or "7": for titles and buttons. */
export function choiceName(choice: Choice): string {
  return 'color' in choice ? colors[choice.color] : bet.number(choice.number);
}

/** The API's input. */
export function selectionInputOf(choice: Choice): SelectionInput {
  return 'color' in choice ? { color: choice.color } : { number: choice.number };
}

export interface SelectionFields {
  readonly color: GameColor | null;
  readonly number: number | null;
}

/** "● Green" or "7": for chips. */
export function selectionMark({ color, number }: SelectionFields): string {
  return color ? `${shapes[color]} ${colors[color]}` : String(number);
}

export function isChoice({ color, number }: SelectionFields, choice: Choice): boolean {
  return 'color' in choice ? color === choice.color : number === choice.number;
}
