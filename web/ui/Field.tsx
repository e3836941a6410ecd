import type { ReactNode } from 'react';
import classes from './Field.module.css';

export interface FieldTexts {
  label: string;
  /** A hint, above the input. */
  description?: ReactNode;
  /** The hint stands below the input instead. */
  descriptionBelow?: boolean;
  /** What is wrong with the value; marks the input as invalid. */
  error?: ReactNode;
}

interface FieldProps extends FieldTexts {
  id: string;
  children: ReactNode;
}

/** A labelled input with its hint and its error. `children`: the input, with the attributes of `inputAttributes`. */
export function Field({ id, label, description, descriptionBelow = false, error, children }: FieldProps) {
  const hint = description && (
    <p id={`${id}-description`} className={classes.description}>
      {description}
    </p>
  );
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {!descriptionBelow && hint}
      {children}
      {descriptionBelow && hint}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** What links an input to the texts of its field. */
export function inputAttributes(id: string, { description, error }: Pick<FieldTexts, 'description' | 'error'>) {
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  };
}
