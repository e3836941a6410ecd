import { games } from '#messages/admin/games.ts';
import { colors } from '#messages/colors.ts';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import { colorsOf } from '../../ui/shapes.ts';
import classes from './NumberChoice.module.css';

const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

interface NumberChoiceProps {
  chosen: number | null;
  disabled: boolean;
  /** Id of the element that explains the choice: why it is closed, or what is missing. */
  describedBy: string;
  onChoose: (number: number) => void;
}

/** A radio group of the ten numbers. */
export function NumberChoice({ chosen, disabled, describedBy, onChoose }: NumberChoiceProps) {
  return (
    <fieldset className={classes.numbers} disabled={disabled} aria-describedby={describedBy}>
      <legend className={classes.legend}>{games.override.number}</legend>
      {numbers.map((number) => (
        <label key={number} className={classes.option}>
          <input
            type="radio"
            name="winningNumber"
            className={classes.radio}
            aria-label={games.override.option(number, colorNames(number))}
            checked={chosen === number}
            onChange={() => onChoose(number)}
          />
          <NumberDisc number={number} size={52} />
        </label>
      ))}
    </fieldset>
  );
}

function colorNames(number: number): string {
  return colorsOf(number)
    .map((color) => colors[color])
    .join(' ');
}
