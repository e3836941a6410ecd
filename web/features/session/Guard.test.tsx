import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { socketOpened, socketUnneeded } from '../../apollo/connection.ts';
import { clearSession, keepSession, readSession, whileSigningOut, type UserData } from '../../apollo/sessionStore.ts';
import { Guard } from './Guard.tsx';
import { sessionEndReason, takeReturn } from './sessionEnd.ts';

const elsewhere = [
  { path: '/rangoli', element: <p>the landing page</p> },
  { path: '/login', element: <p>the log-in page</p> },
  { path: '/admin/dashboard', element: <p>the dashboard</p> },
];

type Answer =
  | { readonly userType: 'PLAYER' | 'ADMIN' }
  | { readonly code: string; readonly detail?: string }
  | 'no answer';

let requests: unknown[];

/** The server's responses to the next renewals. */
function givenRenewal(answer: Answer): void {
  vi.stubGlobal('fetch', async (_url: string, request: RequestInit) => {
    requests.push((JSON.parse(request.body as string) as { variables: unknown }).variables);
    if (answer === 'no answer') throw new TypeError('Failed to fetch');
    if ('code' in answer) return Response.json({ errors: [{ message: 'no', extensions: answer }], data: null });
    const user = { avatar: '', name: 'Asha', email: 'a@b.in', uid: '48213907', userType: answer.userType };
    const renewSession = { __typename: 'SessionPayload', accessToken: 'fresh', refreshToken: 'refresh', user };
    return Response.json({ data: { renewSession } });
  });
}

/** Renewals wait; the returned function breaks their connection. */
function givenSlowRenewal(): () => void {
  let breakConnection = (): void => undefined;
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((_resolve, reject) => {
        breakConnection = () => reject(new TypeError('Failed to fetch'));
      }),
  );
  return () => breakConnection();
}

const asha = (userType: UserData['userType']): UserData => ({
  avatar: '',
  name: 'Asha',
  email: 'a@b.in',
  userId: '48213907',
  userType,
});

function givenSession(userType: UserData['userType'], accessToken = 'old'): void {
  keepSession({ accessToken, refreshToken: 'refresh', user: asha(userType) });
}

function renderGuarded(userType: 'player' | 'admin'): void {
  renderApp(<Guard userType={userType}>inside</Guard>, { at: '/wallet', routes: elsewhere });
}

beforeEach(() => {
  requests = [];
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  socketUnneeded();
  vi.unstubAllGlobals();
});

describe('the guard', () => {
  it('redirects to the landing page without a session, and sends no request', async () => {
    givenRenewal({ userType: 'PLAYER' });
    renderGuarded('player');
    expect(await screen.findByText('the landing page')).toBeDefined();
    expect(requests).toEqual([]);
  });

  it('clears what is left of a session whose refresh token is missing', async () => {
    givenSession('player');
    localStorage.removeItem('refreshToken');
    renderGuarded('player');
    expect(await screen.findByText('the landing page')).toBeDefined();
    expect(localStorage.length).toBe(0);
  });

  it('exchanges the refresh token on entering, and shows a player’s page', async () => {
    givenSession('player');
    givenRenewal({ userType: 'PLAYER' });
    renderGuarded('player');
    expect(await screen.findByText('inside')).toBeDefined();
    expect(requests).toEqual([{ refreshToken: 'refresh' }]);
    expect(localStorage.getItem('accessToken')).toBe('fresh');
  });

  it('shows the page while it renews a token that is still current, and keeps it when nobody answers', async () => {
    const claims = btoa(JSON.stringify({ exp: Date.now() / 1_000 + 600 }));
    givenSession('player', `header.${claims}.signature`);
    const breakConnection = givenSlowRenewal();
    renderGuarded('player');
    expect(await screen.findByText('inside')).toBeDefined();
    breakConnection();
    // Without a connection there is a bar of its own for that.
    socketOpened();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByText('inside')).toBeDefined();
    givenRenewal({ userType: 'PLAYER' });
    await userEvent.click(retry);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
    expect(localStorage.getItem('accessToken')).toBe('fresh');
    expect(screen.getByText('inside')).toBeDefined();
  });

  it('retries a renewal without an answer by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    givenSession('player', `header.${btoa(JSON.stringify({ exp: Date.now() / 1_000 + 600 }))}.signature`);
    givenRenewal('no answer');
    renderGuarded('player');
    await waitFor(() => expect(requests).toHaveLength(1));
    socketOpened();
    await screen.findByRole('button', { name: 'Retry' });
    givenRenewal({ userType: 'PLAYER' });
    await vi.advanceTimersByTimeAsync(3_000);
    await waitFor(() => expect(localStorage.getItem('accessToken')).toBe('fresh'));
    vi.useRealTimers();
  });

  it.each([
    ['has expired', `header.${btoa(JSON.stringify({ exp: Date.now() / 1_000 - 1 }))}.signature`],
    ['cannot be read', 'old'],
  ])('shows no page before it has renewed a token that %s', async (_how, accessToken) => {
    givenSession('player', accessToken);
    const breakConnection = givenSlowRenewal();
    renderGuarded('player');
    expect(await screen.findByText('Loading...')).toBeDefined();
    expect(screen.queryByText('inside')).toBeNull();
    breakConnection();
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
  });

  it('shows the log-in page when the session ends because its owner is logging out', async () => {
    givenSession('player');
    givenRenewal({ userType: 'PLAYER' });
    renderGuarded('player');
    await screen.findByText('inside');
    await whileSigningOut(async () => {
      clearSession();
      expect(await screen.findByText('the log-in page')).toBeDefined();
    });
  });

  it('clears everything when the renewal is refused, and sends away', async () => {
    givenSession('player');
    givenRenewal({ code: 'UNAUTHENTICATED' });
    renderGuarded('player');
    expect(await screen.findByText('the landing page')).toBeDefined();
    expect(readSession()).toBeNull();
    // For other tabs: why it ended.
    expect({ ...localStorage }).toEqual({ sessionEnd: 'over' });
  });

  it.each([
    ['ended_by_user', 'device'],
    ['password_change', 'password'],
    ['logout', 'otherTab'],
    [undefined, 'over'],
  ])('keeps why the server ended a session (%s), and the page for its user', async (detail, reason) => {
    givenSession('player');
    givenRenewal({ code: 'UNAUTHENTICATED', ...(detail !== undefined && { detail }) });
    renderGuarded('player');
    await screen.findByText('the landing page');
    expect(sessionEndReason()).toBe(reason);
    expect(takeReturn(asha('player'))?.to).toBe('/wallet');
    expect(sessionEndReason()).toBeNull();
  });

  it('keeps that another tab has signed out, but not the user’s own log-out', async () => {
    givenSession('player');
    givenRenewal({ userType: 'PLAYER' });
    renderGuarded('player');
    await screen.findByText('inside');
    for (const key of ['accessToken', 'refreshToken', 'userData']) localStorage.removeItem(key);
    dispatchEvent(new StorageEvent('storage', { key: 'userData' }));
    await screen.findByText('the landing page');
    expect(sessionEndReason()).toBe('otherTab');
    cleanup();
    sessionStorage.clear();

    givenSession('player');
    renderGuarded('player');
    await screen.findByText('inside');
    clearSession();
    await screen.findByText('the landing page');
    expect(sessionEndReason()).toBeNull();
  });

  it('offers a retry when there is no response, and keeps the session', async () => {
    givenSession('player');
    givenRenewal('no answer');
    renderGuarded('player');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(readSession()).not.toBeNull();
    givenRenewal({ userType: 'PLAYER' });
    await userEvent.click(retry);
    expect(await screen.findByText('inside')).toBeDefined();
  });

  const transient = ['RATE_LIMITED', 'SERVER_BUSY', 'SERVICE_UNAVAILABLE', 'DISK_FULL', 'INTERNAL_SERVER_ERROR'];
  it.each(transient)('keeps the session when a renewal is answered by %s', async (code) => {
    givenSession('player');
    givenRenewal({ code });
    renderGuarded('player');
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
    expect(readSession()).not.toBeNull();
  });

  it('sends an admin from a player’s page to the dashboard', async () => {
    givenSession('admin');
    givenRenewal({ userType: 'ADMIN' });
    renderGuarded('player');
    expect(await screen.findByText('the dashboard')).toBeDefined();
  });

  it('sends a player from an admin’s page to the landing page', async () => {
    givenSession('player');
    givenRenewal({ userType: 'PLAYER' });
    renderGuarded('admin');
    expect(await screen.findByText('the landing page')).toBeDefined();
  });

  it('renews at a page that is opened a minute after the last renewal, and at none before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    givenSession('player');
    givenRenewal({ userType: 'PLAYER' });
    const Pages = () =>
      ['/deposit', '/withdraw'].map((path) => (
        <Link key={path} to={path}>
          {path}
        </Link>
      ));
    renderApp(<Guard userType="player">{<Pages />}</Guard>, { at: '/*', routes: elsewhere });
    const open = async (path: string) => {
      fireEvent.click(await screen.findByText(path));
      await vi.advanceTimersByTimeAsync(50_000);
    };
    await open('/deposit');
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20_000);
    await open('/withdraw');
    expect(requests).toHaveLength(2);
    vi.useRealTimers();
  });

  it('renews again every 20 minutes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    givenSession('player');
    givenRenewal({ userType: 'PLAYER' });
    renderGuarded('player');
    await screen.findByText('inside');
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    await waitFor(() => expect(requests).toHaveLength(2));
    vi.useRealTimers();
  });
});
