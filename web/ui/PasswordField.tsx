import { PasswordInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { words } from '../messages/words.ts';

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  error?: ReactNode;
}

/** A password field with a visibility toggle. */
export function PasswordField({ onChange, ...rest }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...rest}
      visible={visible}
      onVisibilityChange={setVisible}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{
        'aria-label': visible ? words.common.hidePassword : words.common.showPassword,
        tabIndex: 0,
        size: 44,
      }}
    />
  );
}
