import { useId, type ComponentProps } from 'react';
import { Field, inputAttributes, type FieldTexts } from './Field.tsx';
import classes from './Field.module.css';

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange'> {
  /** Short text inside the input, before what is typed: a currency. */
  prefix?: string;
  onChange: (value: string) => void;
}

/** An input of one line with its label, hint and error. */
export function TextField({ label, description, descriptionBelow, error, prefix, onChange, ...input }: TextFieldProps) {
  const id = useId();
  const texts = { label, description, error, ...(descriptionBelow !== undefined && { descriptionBelow }) };
  const field = (
    <input
      type="text"
      {...input}
      onChange={(event) => onChange(event.currentTarget.value)}
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
