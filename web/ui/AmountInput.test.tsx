import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { amountError } from './amountError.ts';
import { AmountInput } from './AmountInput.tsx';

afterEach(cleanup);

function given() {
  const changed = vi.fn<(value: string) => void>();
  function Amount() {
    const [value, setValue] = useState('');
    changed(value);
    return <AmountInput label="Amount" value={value} error={amountError(value)} onChange={setValue} />;
  }
  render(<Amount />);
  return { input: screen.getByLabelText<HTMLInputElement>('Amount'), changed, user: userEvent.setup() };
}

it('groups the digits as they are typed, and gives them ungrouped', async () => {
  const { input, changed, user } = given();
  await user.type(input, '1234567.5x');
  expect(input.value).toBe('12,34,567.5');
  expect(changed).toHaveBeenLastCalledWith('1234567.5');
});

it('keeps the caret behind the digit that was typed', async () => {
  const { input, user } = given();
  await user.type(input, '1234');
  await user.type(input, '9', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect(input.value).toBe('19,234');
  expect(input.selectionStart).toBe(2);
});

it.each([
  ['12.349', '12.349', 'An amount has at most two decimals.'],
  ['99999999999', '99,99,99,99,999', 'The largest possible amount is ₹1,00,00,000.'],
  ['₹1,500', '1,500', null],
  ['५००.२५', '500.25', null],
  ['৪২', '42', null],
  ['１２𝟗', '129', null],
])('a pasted %s is %s, and the error %s', async (pasted, shown, error) => {
  const { input, user } = given();
  await user.click(input);
  await user.paste(pasted);
  expect(input.value).toBe(shown);
  expect(document.getElementById(`${input.id}-error`)?.textContent ?? null).toBe(error);
});
