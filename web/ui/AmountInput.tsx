import type { ReactNode } from 'react';
import { TextField } from './TextField.tsx';

interface AmountInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  description?: ReactNode;
  placeholder?: string;
  autoFocus?: boolean;
}

/**
 * An amount of rupees as typed: digits and a point; other keys are ignored. Read it with readAmount, which refuses too
 * much and too many decimals.
 */
export function AmountInput({ onChange, ...rest }: AmountInputProps) {
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      prefix="₹"
      onChange={(event) => {
        const typed = event.currentTarget.value.replace(/[,\s₹]/g, '').replace(/^\./, '0.');
        if (/^(\d{1,12}(\.\d{0,4})?)?$/.test(typed)) onChange(typed);
      }}
    />
  );
}
