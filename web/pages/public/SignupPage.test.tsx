import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { keepTypedAccount, typedAccount } from '../../features/auth/typedAccount.ts';
import LoginPage from './LoginPage.tsx';
import SignupPage from './SignupPage.tsx';

afterEach(() => {
  cleanup();
  keepTypedAccount({ email: '', password: '' });
  vi.useRealTimers();
});

it('fills in email and password at the log-in where the password is shown', async () => {
  const server = new ScriptedServer();
  const mail = { __typename: 'Mail', subject: 'Your password', text: 'Hello\n\nPassword: not-a-secret\n' };
  server.willAnswer({ register: { __typename: 'RegisterPayload', mail } });
  renderApp(<SignupPage />, { link: server.link, routes: [{ path: '/login', element: <LoginPage /> }] });
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'asha@example.com' } });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Asha Rao' } });
  fireEvent.click(screen.getByRole('button', { name: 'Register' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Continue to log in' }));
  const password = await screen.findByLabelText<HTMLInputElement>('Password');
  expect(password.value).toBe('not-a-secret');
  expect(screen.getByLabelText<HTMLInputElement>('Email address or username').value).toBe('asha@example.com');
  cleanup();
  expect(typedAccount()).toEqual({ email: 'asha@example.com', password: '' });
});

it('goes to the log-in page 3 s after registering where the password is mailed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = new ScriptedServer();
  server.willAnswer({ register: { __typename: 'RegisterPayload', mail: null } });
  renderApp(<SignupPage />, { link: server.link, routes: [{ path: '/login', element: <p>the log-in page</p> }] });
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'asha@example.com' } });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Asha Rao' } });
  fireEvent.click(screen.getByRole('button', { name: 'Register' }));
  await screen.findByText(/^Account created successfully/);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.queryByText('the log-in page')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByText('the log-in page')).toBeDefined();
});
