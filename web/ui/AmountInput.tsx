import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { groupIndian } from '../lib/money.ts';
import { TextField } from './TextField.tsx';

interface AmountInputProps {
  label: string;
  /** As typed, without grouping: "1234.5". */
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  description?: ReactNode;
  placeholder?: string;
  autoFocus?: boolean;
}

/**
 * An amount of rupees as typed: digits, grouped, and a point; other keys are ignored. Read it with readAmount, which
 * refuses too much and too many decimals; `amountError` has the words.
 */
export function AmountInput({ value, onChange, ...rest }: AmountInputProps) {
  const { input, keepCaret } = useCaret();
  return (
    <TextField
      {...rest}
      ref={input}
      inputMode="decimal"
      autoComplete="off"
      prefix="₹"
      value={grouped(value)}
      onChange={(typed) => {
        keepCaret();
        const plain = typed.replace(/[,\s₹]/g, '').replace(/^\./, '0.');
        if (/^(\d+(\.\d*)?)?$/.test(plain)) onChange(plain);
      }}
    />
  );
}

function grouped(typed: string): string {
  const [rupees = '', ...decimals] = typed.split('.');
  return [groupIndian(rupees), ...decimals].join('.');
}

/** Keeps the caret behind the same digit when commas come or go. */
function useCaret() {
  const input = useRef<HTMLInputElement>(null);
  /** Characters before the caret without the commas; null while there is nothing to keep. */
  const before = useRef<number | null>(null);
  useLayoutEffect(() => {
    const { current } = input;
    if (!current || before.current === null) return;
    let place = 0;
    for (let left = before.current; left > 0 && place < current.value.length; place += 1) {
      if (current.value[place] !== ',') left -= 1;
    }
    before.current = null;
    current.setSelectionRange(place, place);
  });
  const keepCaret = () => {
    const { current } = input;
    if (!current || current.selectionStart === null) return;
    before.current = current.value.slice(0, current.selectionStart).replaceAll(',', '').length;
  };
  return { input, keepCaret };
}
