import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { keptReceipt, OWN_UID, signIn } from '../../../tests/support/keptReceipt.ts';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { readSession } from '../../apollo/sessionStore.ts';
import { keepReceipts, receiptsOf } from '../../features/evidence/keptReceipts.ts';
import { paths } from '../../paths.ts';
import CloseAccountPage from './CloseAccountPage.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('leaves nothing of the player in the browser: neither the session nor the receipts', async () => {
  signIn();
  keepReceipts(OWN_UID, [keptReceipt(1)]);
  const other = '10000002';
  keepReceipts(other, [keptReceipt(2)]);
  const server = new ScriptedServer();
  const wallet = { __typename: 'Wallet', id: 'wallet', available: '0.00', held: '0.00' };
  server.willAnswer({ viewer: { __typename: 'User', id: 'player', wallet } });
  server.willAnswer({ closeAccount: { __typename: 'CloseAccountPayload', ok: true } });
  renderApp(<CloseAccountPage />, {
    link: server.link,
    at: '/close',
    routes: [{ path: paths.login, element: <p>signed out</p> }],
  });
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'a secret' } });
  fireEvent.click(screen.getByRole('button', { name: 'Close my account' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Close my account' }));
  await screen.findByText('signed out');
  expect(readSession()).toBeNull();
  expect(receiptsOf(OWN_UID)).toEqual([]);
  expect(receiptsOf(other)).toMatchObject([{ number: 2 }]);
});
