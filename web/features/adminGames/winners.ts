import { words } from '../../messages/words.ts';
import { colorsOf } from '../../ui/shapes.ts';

/** Which colours win with a number, in a sentence: each of the ten has its own. */
export function winnersText(number: number): string {
  const { oneWins, bothWin } = words.admin.games.override;
  const [one = '', other] = colorsOf(number).map((color) => words.colors[color]);
  return other === undefined ? oneWins(number, one) : bothWin(number, one, other);
}
