import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs';
import { useId } from 'react';
import field from './Field.module.css';
import classes from './StarRating.module.css';

interface StarRatingProps {
  label: string;
  /** 1 to 5; 0 while none is selected. */
  value: number;
  onChange: (value: number) => void;
  error?: string | null;
  /** "1 star", "4 stars". */
  nameOf: (stars: number) => string;
}

const stars = [1, 2, 3, 4, 5];

/** One to five stars. Selected ones are filled, not only coloured. */
export function StarRating({ label, value, onChange, error, nameOf }: StarRatingProps) {
  const name = useId();
  return (
    <fieldset
      role="radiogroup"
      className={classes.rating}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className={classes.legend}>{label}</legend>
      {stars.map((star) => {
        const Icon = star <= value ? IconStarFilled : IconStar;
        return (
          <label key={star} className={`${classes.star} ${star <= value ? classes.chosen : ''}`}>
            <input
              type="radio"
              name={name}
              aria-label={nameOf(star)}
              checked={star === value}
              onChange={() => onChange(star)}
            />
            <Icon size={34} aria-hidden />
          </label>
        );
      })}
      {error && (
        <p id={`${name}-error`} className={field.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
