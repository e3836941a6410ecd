import { colors as colorsWords } from '#messages/colors.ts';
import classes from './ColorChip.module.css';
import colors from './gameColors.module.css';
import { shapes, type GameColor } from './shapes.ts';

/** A colour by shape and name. */
export function ColorChip({ color }: { color: GameColor }) {
  return (
    <span className={`${classes.chip} ${colors[color]}`}>
      <span aria-hidden>{shapes[color]}</span>
      {colorsWords[color]}
    </span>
  );
}
