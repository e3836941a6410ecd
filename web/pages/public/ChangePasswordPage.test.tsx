import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { keepSession, readSession } from '../../apollo/sessionStore.ts';
import ChangePasswordPage from './ChangePasswordPage.tsx';

beforeEach(() => {
  const user = { avatar: '', name: 'Asha', email: 'a@b.in', userId: '48213907', userType: 'player' } as const;
  keepSession({ accessToken: 'access', refreshToken: 'refresh', user });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

async function changePassword(answer: Record<string, unknown>) {
  const server = new ScriptedServer();
  server.willAnswer({ changePassword: answer });
  renderApp(<ChangePasswordPage />, {
    link: server.link,
    routes: [{ path: '/login', element: <p>the log-in page</p> }],
  });
  const user = userEvent.setup();
  fireEvent.change(screen.getByLabelText('Enter Old Password'), { target: { value: 'old-password' } });
  fireEvent.change(screen.getByLabelText('Enter New Password'), { target: { value: 'new-password' } });
  fireEvent.change(screen.getByLabelText('Confirm New Password'), { target: { value: 'new-password' } });
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  expect(server.sent).toEqual([{ input: { oldPassword: 'old-password', newPassword: 'new-password' } }]);
  return user;
}

it('ends the session in the browser once the password is changed', async () => {
  const user = await changePassword({ __typename: 'AcknowledgedPayload' });
  await screen.findByText('Successfully updated password');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('the log-in page')).toBeDefined();
  expect(readSession()).toBeNull();
  expect(localStorage.length).toBe(0);
});

it('keeps the session when the old password is wrong', async () => {
  await changePassword({ __typename: 'Refusal', code: 'INCORRECT_OLD_PASSWORD', message: 'no', reason: null });
  expect(await screen.findByText('Wrong Old Password')).toBeDefined();
  expect(readSession()).not.toBeNull();
});
