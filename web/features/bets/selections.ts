import type { SelectionInput } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { shapes, type GameColor } from '../../ui/shapes.ts';

/** What one can bet on: a colour or a number. */
export type Choice = { readonly color: GameColor } | { readonly number: number };

/** "Green" or "7": as titles and buttons say it. */
export function choiceName(choice: Choice): string {
  return 'color' in choice ? words.colors[choice.color] : words.bet.number(choice.number);
}

/** As the API takes it. */
export function selectionInputOf(choice: Choice): SelectionInput {
  return 'color' in choice ? { color: choice.color } : { number: choice.number };
}

export interface SelectionFields {
  readonly color: GameColor | null;
  readonly number: number | null;
}

/** "● Green" or "7": as chips show it. */
export function selectionMark({ color, number }: SelectionFields): string {
  return color ? `${shapes[color]} ${words.colors[color]}` : String(number);
}

export function isChoice({ color, number }: SelectionFields, choice: Choice): boolean {
  return 'color' in choice ? color === choice.color : number === choice.number;
}
