import { useId, type ComponentProps } from 'react';
import { asciiDigits } from '../lib/digits.ts';
import { Field, inputAttributes, type FieldTexts } from './Field.tsx';
import classes from './Field.module.css';

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange'> {
  /** Short text inside the input, before what is typed: a currency. */
  prefix?: string;
  onChange: (value: string) => void;
}

/** An input of one line with its label, hint and error. One for digits takes those of every script. */
export function TextField({ label, description, descriptionBelow, error, prefix, onChange, ...input }: TextFieldProps) {
  const id = useId();
  const texts = { label, description, error, ...(descriptionBelow !== undefined && { descriptionBelow }) };
  const field = (
    <input
      type="text"
      {...input}
      onChange={({ currentTarget: { value, inputMode } }) =>
        onChange(/^(numeric|decimal)$/.test(inputMode) ? asciiDigits(value) : value)
      }
      {...inputAttributes(id, texts)}
      className={classes.input}
    />
  );
  return (
    <Field id={id} {...texts}>
      {prefix ? (
        <div className={`${classes.box} ${classes.narrow}`}>
          <span className={classes.left} aria-hidden>
            {prefix}
          </span>
          {field}
        </div>
      ) : (
        field
      )}
    </Field>
  );
}
