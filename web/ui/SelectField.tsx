import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useId } from 'react';
import { Field, inputAttributes, type FieldTexts } from './Field.tsx';
import classes from './Field.module.css';

interface SelectFieldProps<Value extends string> extends FieldTexts {
  /** Shown while nothing is selected; can't be selected. */
  placeholder: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** The browser's own list of options, with its label and error. */
export function SelectField<Value extends string>({
  placeholder,
  options,
  value,
  onChange,
  ...texts
}: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <Field id={id} {...texts}>
      <div className={classes.box}>
        <select
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value as Value)}
          {...inputAttributes(id, texts)}
          className={classes.input}
        >
          <option value="" disabled hidden>
            {placeholder}
          </option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={`${classes.right} ${classes.passive}`} aria-hidden>
          <IconChevronDown size={18} />
        </span>
      </div>
    </Field>
  );
}
