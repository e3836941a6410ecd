import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Form } from './Form.tsx';
import { missing } from './missing.ts';
import { TextField } from './TextField.tsx';
import { useForm, type FormProblem } from './useForm.ts';

afterEach(cleanup);

interface Typed {
  readonly name: string;
  readonly email: string;
}

type Send = (typed: Typed) => Promise<{ problem: FormProblem | null }>;

function Account({ send }: { send: Send }) {
  const form = useForm({
    initial: { name: 'Asha', email: '' },
    check: ({ name, email }) => ({ name: missing(name), email: missing(email) }),
    send,
  });
  return (
    <Form form={form} submit="Save">
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Email" {...form.field('email')} />
    </Form>
  );
}

function given(send: Send = async () => ({ problem: null })) {
  const sent = vi.fn(send);
  render(<Account send={sent} />);
  return { sent, user: userEvent.setup(), submit: () => screen.getByRole('button', { name: 'Save' }) };
}

it('sends nothing while a field is wrong, marks it, and gives it the focus', async () => {
  const { sent, user, submit } = given();
  await user.click(submit());
  const email = screen.getByLabelText('Email');
  expect(sent).not.toHaveBeenCalled();
  expect(email.getAttribute('aria-invalid')).toBe('true');
  const description = document.getElementById(email.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Please fill this in.');
  expect(document.activeElement).toBe(email);
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('Please fill in all required fields.');

  await user.type(email, 'a');
  expect(email.getAttribute('aria-invalid')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows a refusal beside the field that it is about', async () => {
  const { user, submit } = given(async () => ({ problem: { text: 'This name is taken.', field: 'name' } }));
  await user.type(screen.getByLabelText('Email'), 'a@b.in');
  await user.click(submit());
  const name = screen.getByLabelText('Name');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(name);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows a refusal about another thing above its button, until it is dismissed', async () => {
  const { user, submit } = given(async () => ({ problem: { text: 'Not now.', field: 'token' } }));
  await user.type(screen.getByLabelText('Email'), 'a@b.in');
  await user.click(submit());
  expect(screen.getByRole('alert').textContent).toBe('Not now.');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('sends once while an answer is awaited', async () => {
  let answer: (answered: { problem: null }) => void = () => undefined;
  const { sent, user } = given(() => new Promise((resolve) => (answer = resolve)));
  const email = screen.getByLabelText('Email');
  await user.type(email, 'a@b.in');
  const form = email.closest('form');
  form?.requestSubmit();
  form?.requestSubmit();
  expect(sent.mock.calls).toEqual([[{ name: 'Asha', email: 'a@b.in' }]]);
  answer({ problem: null });
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false));
});
