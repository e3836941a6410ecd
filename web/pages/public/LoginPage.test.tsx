import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Navigate, useLocation } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import LoginPage from './LoginPage.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const refusal = (code: string) => ({ __typename: 'Refusal', code, message: code, reason: null });
const session = {
  __typename: 'SessionPayload',
  accessToken: 'access',
  refreshToken: 'refresh',
  user: {
    __typename: 'User',
    id: '1',
    avatar: '/avatars/lotus.svg',
    name: 'Asha',
    email: 'asha@example.com',
    uid: '12345678',
    userType: 'PLAYER',
    language: 'EN',
  },
};
const home = [{ path: '/', element: <p>the home page</p> }];
const typeIn = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const logIn = () => fireEvent.click(screen.getByRole('button', { name: 'Log In' }));

it('asks for a code in a second step, with the focus in its field, and logs in with it', async () => {
  const server = new ScriptedServer();
  server.willAnswer({ login: refusal('OTP_REQUIRED') }, { login: refusal('OTP_WRONG') }, { login: session });
  renderApp(<LoginPage />, { link: server.link, at: '/login', routes: home });
  typeIn('Email address or username', 'asha@example.com');
  typeIn('Password', 'secret');
  logIn();
  const field = await screen.findByLabelText<HTMLInputElement>('Code');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code']);
  expect(screen.queryByLabelText('Password')).toBeNull();

  typeIn('Code', '111111');
  logIn();
  await screen.findByText(/^This code is wrong/);
  await waitFor(() => expect(document.activeElement).toBe(field));
  typeIn('Code', '222222');
  logIn();
  await screen.findByText('the home page');
  const input = { id: 'asha@example.com', password: 'secret' };
  expect(server.sent).toEqual([
    { input },
    { input: { ...input, otp: '111111' } },
    { input: { ...input, otp: '222222' } },
  ]);
});

it.each([
  ['#', 'as it is mailed'],
  ['?', 'as it was mailed before'],
])('asks for a code after a sign-in link with %s, %s, and sends the link’s token again with it', async (mark) => {
  const server = new ScriptedServer();
  server.willAnswer({ signInWithLink: refusal('OTP_REQUIRED') }, { signInWithLink: session });
  const login = { path: '/login', element: <LoginPage /> };
  const routes = [login, { path: '/', element: <p>the home page</p> }];
  renderApp(<Navigate to={`/login${mark}signInToken=abc`} />, { link: server.link, at: '/link', routes });
  await screen.findByLabelText('Code');
  typeIn('Code', '222222');
  logIn();
  await screen.findByText('the home page');
  expect(server.sent).toEqual([{ input: { token: 'abc' } }, { input: { token: 'abc', otp: '222222' } }]);
});

it('forgets a link that is dismissed', async () => {
  const server = new ScriptedServer();
  server.willAnswer({ signInWithLink: refusal('LINK_USED') });
  const Address = () => <output>{`${useLocation().search}${useLocation().hash}`}</output>;
  const login = { path: '/login', element: [<LoginPage key="page" />, <Address key="address" />] };
  renderApp(<Navigate to="/login#signInToken=abc" />, { link: server.link, at: '/link', routes: [login] });
  fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull());
  expect(screen.getByRole('status').textContent).toBe('');
  expect(server.sent).toEqual([{ input: { token: 'abc' } }]);
});

it('goes back from the second step to the first', async () => {
  const server = new ScriptedServer();
  server.willAnswer({ login: refusal('OTP_REQUIRED') });
  renderApp(<LoginPage />, { link: server.link, at: '/login', routes: home });
  typeIn('Email address or username', 'asha@example.com');
  typeIn('Password', 'secret');
  logIn();
  fireEvent.click(await screen.findByRole('button', { name: 'Back to log in' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email address or username').value).toBe('asha@example.com');
});
