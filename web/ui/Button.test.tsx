import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';
import { SubmitForm } from './SubmitForm.tsx';

const onSubmit = vi.fn<() => void>();
const onClick = vi.fn<() => void>();

function formWith(loading: boolean) {
  return (
    <SubmitForm onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" loading={loading} onClick={onClick}>
        Save
      </Button>
    </SubmitForm>
  );
}

afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

it('keeps the focus while it waits, and tells that it does', () => {
  const { rerender } = render(formWith(false));
  const button = screen.getByRole('button', { name: 'Save' });
  button.focus();
  rerender(formWith(true));
  expect(document.activeElement).toBe(button);
  // Browsers take the focus from a button that becomes disabled.
  expect(button.hasAttribute('disabled')).toBe(false);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.getAttribute('aria-busy')).toBe('true');
});

it('does nothing while it waits, by pointer or by Enter in a field, and everything before', async () => {
  const user = userEvent.setup();
  const { rerender } = render(formWith(true));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(screen.getByLabelText('Name'), 'Asha{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(onClick).not.toHaveBeenCalled();
  rerender(formWith(false));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(onClick).toHaveBeenCalledOnce();
});
