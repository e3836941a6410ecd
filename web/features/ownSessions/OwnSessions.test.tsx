import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { OwnSessions } from './OwnSessions.tsx';

afterEach(cleanup);

const chrome =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36';

function session(id: string, isCurrent = false) {
  return {
    __typename: 'MemberSession',
    id,
    createdAt: '2026-11-20T03:30:00.000Z',
    lastSeenAt: '2026-11-20T04:30:00.000Z',
    userAgent: id === 'phone' ? chrome : null,
    address: id === 'phone' ? '203.0.113.9' : null,
    isCurrent,
  };
}

const answer = (...sessions: ReturnType<typeof session>[]) => ({ viewer: { __typename: 'Viewer', sessions } });

it('lists where the user is signed in, and ends another session and all others', async () => {
  const server = new ScriptedServer();
  const [here, phone, tablet] = [session('here', true), session('phone'), session('tablet')];
  server.willAnswer(
    answer(here, phone, tablet),
    { endSession: { __typename: 'Acknowledged', ok: true } },
    answer(here, tablet),
    { endOtherSessions: { __typename: 'EndOtherSessionsPayload', count: 1 } },
    answer(here),
  );
  renderApp(<OwnSessions />, { link: server.link });

  const rows = await screen.findAllByRole('listitem');
  expect(rows[0]?.textContent).toContain('This one');
  expect(within(rows[0]!).queryByRole('button')).toBeNull();
  expect(rows[1]?.textContent).toMatch(/Chrome on Android.*20-11-26 10:00 am.*203\.0\.113\.9/);
  await userEvent.click(
    screen.getByRole('button', { name: 'End the session on Chrome on Android, signed in 20-11-26 09:00:00 am' }),
  );
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(server.sent[1]).toEqual({ input: { sessionId: 'phone' } });

  await userEvent.click(screen.getByRole('button', { name: 'End all others' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'End all others' }));
  await screen.findByText('You are signed in here only.');
});
