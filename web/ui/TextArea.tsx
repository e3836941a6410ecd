import { useId, type ComponentProps } from 'react';
import { Field, inputAttributes, type FieldTexts } from './Field.tsx';
import classes from './Field.module.css';

interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'ref' | 'onChange'> {
  onChange: (value: string) => void;
}

/** An input of several lines with its label, hint and error. */
export function TextArea({ label, description, descriptionBelow = false, error, onChange, ...input }: TextAreaProps) {
  const id = useId();
  const texts = { label, description, descriptionBelow, error };
  return (
    <Field id={id} {...texts}>
      <textarea
        {...input}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...inputAttributes(id, texts)}
        className={classes.input}
      />
    </Field>
  );
}
