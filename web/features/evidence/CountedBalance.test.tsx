import { cleanup, screen } from '@testing-library/react';
import { afterEach, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { CountedBalance } from './CountedBalance.tsx';

afterEach(cleanup);

/** Of the player 10000001 with ₹1,234.50, the only one. */
const root = '6f8b26f53796660fde3dfc9af061ef19fbf8ab24cfe127fe0f04468fb575e768';

const answer = (amount: string) => ({
  viewer: {
    __typename: 'Viewer',
    liabilityProof: {
      __typename: 'LiabilityProof',
      uid: '10000001',
      salt: '01'.repeat(16),
      amount,
      place: 0,
      path: [],
      day: { __typename: 'LiabilityDay', day: '2026-11-22', players: 1, total: amount, root },
    },
  },
});

it('shows that the balance is counted in the newest total', async () => {
  const server = new ScriptedServer();
  server.willAnswer(answer('1234.50'));
  renderApp(<CountedBalance />, { link: server.link });
  await screen.findByText(/Your balance of ₹1,234.50 is counted in the total of all players for 22-11-26/);
});

it('shows what to do when it is not', async () => {
  const server = new ScriptedServer();
  server.willAnswer(answer('1234.51'));
  renderApp(<CountedBalance />, { link: server.link });
  await screen.findByText(/not counted in the published total of 22-11-26. Please take a screenshot/);
});
