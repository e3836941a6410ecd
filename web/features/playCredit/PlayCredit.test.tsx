import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { Toasts } from '../../ui/Toasts.tsx';
import { PlayCredit } from './PlayCredit.tsx';

afterEach(cleanup);

const offered = (nextClaimAt: string | null) => ({
  viewer: { __typename: 'Viewer', playCredit: { __typename: 'PlayCredit', amount: '1000.00', nextClaimAt } },
});

it('offers play money below ₹10 and shows why it was refused', async () => {
  const server = new ScriptedServer();
  const message = 'You can claim play money when you have less than ₹10.00, running bets included.';
  server.willAnswer(offered(null), {
    claimPlayCredit: { __typename: 'Refusal', code: 'NO_PLAY_CREDIT', message, reason: null },
  });
  renderApp(
    <>
      <PlayCredit available="9.99" />
      <Toasts />
    </>,
    { link: server.link },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Get ₹1,000 of play money' }));
  await screen.findByText(new RegExp(message));
  expect(server.sent.at(-1)).toEqual({ input: { idempotencyKey: expect.stringMatching(/^\w{32}$/) as string } });
});

it('shows when it can be claimed again, and nothing while there is enough', async () => {
  const server = new ScriptedServer();
  server.willAnswer(offered('2026-11-22T18:30:00.000Z'));
  renderApp(<PlayCredit available="0.00" />, { link: server.link });
  await screen.findByText(/₹1,000 of play money again from 23-11-26 12:00 am/);
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  renderApp(<PlayCredit available="10.00" />, { link: server.link });
  expect(server.sent).toHaveLength(1);
});
