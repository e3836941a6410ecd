import { words } from '../../messages/words.ts';
import { colorsOf } from '../../ui/shapes.ts';

/** Which colours win with a number: "Red", "Violet and Green". */
export function winnersText(number: number): string {
  return colorsOf(number)
    .map((color) => words.colors[color])
    .join(words.admin.games.override.and);
}
