import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { SignupPage } from './SignupPage.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
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
