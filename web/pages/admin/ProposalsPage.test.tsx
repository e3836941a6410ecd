import { ApolloLink } from '@apollo/client';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { makeCache } from '../../apollo/cache.ts';
import { MayContext } from '../../features/admin/useMay.ts';
import { ProposalsPage } from './ProposalsPage.tsx';

afterEach(cleanup);

const proposal = {
  __typename: 'Proposal',
  id: 'p1',
  kind: 'PAYOUT',
  status: 'OPEN',
  subject: 'asha@okbank',
  amount: '1200.00',
  createdAt: '2026-11-20T07:42:00.000Z',
  expiresAt: '2099-11-21T07:42:00.000Z',
  payoutReference: 'UTR5550',
  message: null,
  reason: null,
  number: null,
  contest: null,
  roles: null,
  admin: null,
  correction: null,
  payee: null,
  mayConfirm: true,
  maker: { __typename: 'User', id: 'u1', uid: '10000001', name: 'Meera' },
};
const threshold = {
  __typename: 'SecondAdminThreshold',
  kind: 'PAYOUT',
  need: 'FROM_AMOUNT',
  fromAmount: '1000.00',
  makerDayAmount: null,
  hasAmount: true,
};
const page = (...openProposals: (typeof proposal)[]) => ({
  serverTime: '2026-11-20T07:43:00.000Z',
  viewer: {
    __typename: 'Viewer',
    smallestWithdrawal: '1.00',
    admin: { __typename: 'Admin', openProposals, secondAdminThresholds: [threshold] },
  },
});

function open() {
  const [pages, deeds] = [new ScriptedServer(), new ScriptedServer()];
  pages.willAnswer(page(proposal));
  const link = ApolloLink.split(
    ({ operationName }) => operationName?.startsWith('ProposalsPage') === true,
    pages.link,
    deeds.link,
  );
  renderApp(
    <MayContext value={['SECOND_ADMIN_SET_THRESHOLDS']}>
      <ProposalsPage />
    </MayContext>,
    { link, cache: makeCache() },
  );
  return { pages, deeds };
}

it('confirms what another admin proposes, and shows why it can’t', async () => {
  const { pages, deeds } = open();
  const confirm = await screen.findByRole('button', { name: 'Confirm ₹1,200: asha@okbank' });
  screen.getByText(/^Proposed by Meera, 20-11-26/);
  screen.getByText('UTR5550');

  const message = 'The proposal was withdrawn.';
  const refusal = { __typename: 'Refusal', code: 'PROPOSAL_ENDED', message, reason: null };
  deeds.willAnswer({ confirmProposal: refusal });
  await userEvent.click(confirm);
  expect((await screen.findByRole('alert')).textContent).toContain(message);

  const confirmed = { __typename: 'Proposal', id: 'p1', status: 'CONFIRMED', transaction: null, contest: null };
  deeds.willAnswer({ confirmProposal: { __typename: 'ProposalPayload', proposal: confirmed } });
  pages.willAnswer(page());
  await userEvent.click(confirm);
  await screen.findByText('Nothing waits for a second admin');
  expect(deeds.sent[1]).toMatchObject({ input: { proposalId: 'p1' } });
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Proposals' }));
});

it('changes a threshold with a reason', async () => {
  const { pages, deeds } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change: Payout' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  dialog.getByText('Please give a reason of at least 10 characters.');
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Agreed by the owners.');
  await userEvent.clear(dialog.getByLabelText('From this amount on'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByRole('alert').textContent).toContain('Enter an amount in rupees.');
  expect(deeds.sent).toEqual([]);
  await userEvent.type(dialog.getByLabelText('From this amount on'), '2500');
  deeds.willAnswer({
    setSecondAdminThreshold: { __typename: 'SetSecondAdminThresholdPayload', threshold },
  });
  pages.willAnswer(page());
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Nothing waits for a second admin');
  expect(deeds.sent).toEqual([
    {
      input: {
        kind: 'PAYOUT',
        need: 'FROM_AMOUNT',
        fromAmount: '2500',
        makerDayAmount: null,
        reason: 'Agreed by the owners.',
      },
    },
  ]);
});
