import { games } from '#messages/admin/games.ts';
import { colors } from '#messages/colors.ts';
import { colorsOf } from '../../ui/shapes.ts';

/** The colours that win with a number, as a sentence. Each number has its own text. */
export function winnersText(number: number): string {
  const { oneWins, bothWin } = games.override;
  const [one = '', other] = colorsOf(number).map((color) => colors[color]);
  return other === undefined ? oneWins(number, one) : bothWin(number, one, other);
}
