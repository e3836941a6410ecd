import { useId, type ComponentProps } from 'react';
import { Field, inputAttributes, type FieldTexts } from './Field.tsx';
import classes from './Field.module.css';

interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'ref'> {}

/** An input of several lines with its label, hint and error. */
export function TextArea({ label, description, descriptionBelow = false, error, ...input }: TextAreaProps) {
  const id = useId();
  const texts = { label, description, descriptionBelow, error };
  return (
    <Field id={id} {...texts}>
      <textarea {...input} {...inputAttributes(id, texts)} className={classes.input} />
    </Field>
  );
}
