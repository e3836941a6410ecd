import { act, cleanup } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderHookApp } from '../../../tests/support/renderHookApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { keepSession, personalKey, readSession } from '../../apollo/sessionStore.ts';
import { useLogout } from './useLogout.ts';

beforeEach(() => {
  const user = { avatar: '', name: 'Asha', email: 'a@b.in', userId: '48213907', userType: 'player' } as const;
  keepSession({ accessToken: 'access', refreshToken: 'refresh', user });
  localStorage.setItem(personalKey('stake'), '{}');
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

it.each([
  ['agrees', { logout: { __typename: 'LogoutPayload' } }],
  ['refuses', { logout: { __typename: 'Refusal', code: 'UNAUTHENTICATED', message: 'no', reason: null } }],
  ['is not reached', 'lost'],
] as const)('ends the session in the browser when the server %s', async (_what, answer) => {
  const server = new ScriptedServer();
  server.willAnswer(answer);
  const { result } = renderHookApp(() => ({ logout: useLogout(), ...useLocation() }), server);
  await act(() => result.current.logout());
  expect(server.sent).toEqual([{ input: { refreshToken: 'refresh' } }]);
  expect(readSession()).toBeNull();
  expect(Object.keys({ ...localStorage })).toEqual([]);
  expect(result.current.pathname).toBe('/login');
});
