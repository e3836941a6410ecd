import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import { useId, useState, type ReactNode } from 'react';
import { common } from '#messages/common.ts';
import { Field, inputAttributes } from './Field.tsx';
import classes from './Field.module.css';
import { IconButton } from './IconButton.tsx';

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  error?: ReactNode;
}

/** A password field with a visibility toggle. */
export function PasswordField({ label, value, onChange, autoComplete, error }: PasswordFieldProps) {
  const id = useId();
  const [visible, setVisible] = useState(false);
  const Icon = visible ? IconEyeOff : IconEye;
  return (
    <Field id={id} label={label} error={error}>
      <div className={`${classes.box} ${classes.after}`}>
        <input
          type={visible ? 'text' : 'password'}
          autoComplete={autoComplete}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...inputAttributes(id, { error })}
          className={classes.input}
        />
        <span className={classes.right}>
          <IconButton
            variant="plain"
            aria-label={visible ? common.hidePassword : common.showPassword}
            onClick={() => setVisible(!visible)}
          >
            <Icon size={22} aria-hidden />
          </IconButton>
        </span>
      </div>
    </Field>
  );
}
