import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Form } from './Form.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';
import { useForm } from './useForm.ts';

const sent = vi.fn<(typed: object) => void>();

function Account() {
  const [renders, setRenders] = useState(0);
  const form = useForm({
    initial: { id: '', password: '', note: '' },
    send: (typed) => sent(typed),
  });
  const { id, password } = form.typed;
  return (
    <Form form={form} submit="Log In" disabled={id === '' || password === ''} reason="Fill in both fields.">
      <TextField label="Email" {...form.field('id')} />
      <PasswordField label="Password" {...form.field('password')} autoComplete="current-password" />
      <TextArea label="Note" {...form.field('note')} />
      <button type="button" onClick={() => setRenders(renders + 1)}>
        Again
      </button>
    </Form>
  );
}

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

/** As an extension sets a value, by the prototype's setter, or as a script of the page does, by the element's. */
const ways = {
  'the prototype’s setter': (field: HTMLInputElement, value: string) => {
    const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  },
  'the element’s property': (field: HTMLInputElement, value: string) => {
    field.value = value;
  },
};
const filled = { id: 'asha@example.com', password: 'secret', note: 'by heart' };

function fill(how: keyof typeof ways): void {
  for (const [label, value] of [
    ['Email', filled.id],
    ['Password', filled.password],
    ['Note', filled.note],
  ] as const) {
    ways[how](screen.getByLabelText<HTMLInputElement>(label), value);
  }
}

it.each(Object.keys(ways) as (keyof typeof ways)[])('sends what was filled in by %s without an event', (how) => {
  render(<Account />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Log In' });
  fireEvent.click(button);
  expect(sent).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fill(how);
  // A click alone, as assistive technology sends it.
  button.click();
  expect(sent.mock.calls).toEqual([[filled]]);
});

it('sends it by Enter too', () => {
  render(<Account />);
  fill('the prototype’s setter');
  screen.getByLabelText<HTMLInputElement>('Email').form?.requestSubmit();
  expect(sent.mock.calls).toEqual([[filled]]);
});

it('keeps what was filled in when the form is rendered again, and enables its button', () => {
  render(<Account />);
  fill('the element’s property');
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Again' }));
  fireEvent.click(screen.getByRole('button', { name: 'Again' }));
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret');
  expect(screen.getByRole('button', { name: 'Log In' }).getAttribute('aria-disabled')).toBeNull();
});

it('notices a fill of the browser by its animation', () => {
  render(<Account />);
  fill('the prototype’s setter');
  fireEvent.animationStart(screen.getByLabelText('Email'));
  expect(screen.getByRole('button', { name: 'Log In' }).getAttribute('aria-disabled')).toBeNull();
});

it('reports a field once whose value fires an event as it is set, as date fields do in Chromium', () => {
  render(<Account />);
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  ways['the prototype’s setter'](email, filled.id);
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  let changes = 0;
  Object.defineProperty(HTMLInputElement.prototype, 'value', {
    ...value,
    set(this: HTMLInputElement, text: string) {
      value.set?.call(this, text);
      changes += 1;
      if (changes < 10) fireEvent.change(this);
    },
  });
  try {
    fireEvent.keyDown(email);
  } finally {
    Object.defineProperty(HTMLInputElement.prototype, 'value', value);
  }
  expect(changes).toBe(1);
  expect(email.value).toBe(filled.id);
});
