import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { chainStart } from '../../lib/auditChain.ts';
import { ChainCheckCard } from './ChainCheckCard.tsx';

const verified = vi.hoisted(() => vi.fn());
vi.mock(import('../../lib/auditChain.ts'), async (original) => ({ ...(await original()), verifyEntries: verified }));

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  verified.mockImplementation((entries: { number: string; hash: string }[]) => ({ last: entries.at(-1) }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  verified.mockReset();
});

const hashOf = (number: number) => String(number).repeat(64);

function page(...numbers: readonly number[]) {
  const auditChain = numbers.map((number) => ({
    __typename: 'AuditEntry',
    id: `entry-${number}`,
    number: String(number),
    actorNumber: null,
    actionText: 'payee:add',
    subjectTypeText: 'payee',
    subject: 'play@rangoli',
    before: null,
    after: null,
    reason: null,
    at: '2026-11-20T03:30:00.000Z',
    previousHash: hashOf(number - 1),
    hash: hashOf(number),
  }));
  return { viewer: { __typename: 'Viewer', admin: { __typename: 'Admin', auditChain } } };
}

function open() {
  const server = new ScriptedServer();
  renderApp(<ChainCheckCard />, { link: server.link });
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  return { server, press };
}

it('reads the log page by page to its end, each linked to the one before, and shows its head', async () => {
  const { server, press } = open();
  server.willAnswer(page(1, 2), page(3), page());
  await press('Verify all entries');
  await screen.findByText(/^All 3 entries are as they were written/);
  expect(screen.getByText(`3:${hashOf(3)}`)).toBeDefined();
  expect(server.sent).toEqual([{ after: '0' }, { after: '2' }, { after: '3' }]);
  expect(verified.mock.calls.map(([, mark]) => mark.number)).toEqual([chainStart.number, '2']);
});

it('shows a fault, and an entry that is not what was mailed', async () => {
  const { server, press } = open();
  verified.mockReturnValueOnce({ fault: { kind: 'changed', number: '2' } });
  server.willAnswer(page(1, 2));
  await press('Verify all entries');
  await screen.findByText('Entry 2 was changed after it was written.');

  const mark = screen.getByLabelText('Mailed head (optional)');
  await userEvent.type(mark, '2:abc');
  await press('Verify all entries');
  await screen.findByText('Type a number, a colon and a hash of 64 hexadecimal digits.');
  await userEvent.clear(mark);
  await userEvent.type(mark, `2:${hashOf(7)}`);
  server.willAnswer(page(1, 2));
  await press('Verify all entries');
  await screen.findByText('Entry 2 has another hash than the mailed head.');

  await userEvent.clear(mark);
  await userEvent.type(mark, `9:${hashOf(9)}`);
  server.willAnswer(page(1, 2), page());
  await press('Verify all entries');
  await screen.findByText('Entry 9 is missing.');
});

it('goes on where it was when the server could not be reached', async () => {
  const { server, press } = open();
  server.willAnswer(page(1, 2), 'lost');
  await press('Verify all entries');
  await screen.findByText('Interrupted. Verified up to entry 2.');
  server.willAnswer(page(3), page());
  await press('Go on verifying');
  await screen.findByText(/^All 3 entries/);
  expect(server.sent.slice(-2)).toEqual([{ after: '2' }, { after: '3' }]);
});
