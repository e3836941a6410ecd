import { ApolloLink } from '@apollo/client';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { makeCache } from '../../apollo/cache.ts';
import { MayContext } from '../../features/admin/useMay.ts';
import ProposalsPage from './ProposalsPage.tsx';

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
  threshold: null,
  transaction: null,
  mayConfirm: true,
  maker: { __typename: 'User', id: 'u1', uid: '10000001', name: 'Meera' },
};
const threshold = {
  __typename: 'SecondAdminThreshold',
  kind: 'PAYOUT',
  need: 'FROM_AMOUNT',
  fromAmount: '1000.00',
  makerDayAmount: null,
  fixed: false,
  hasAmount: true,
};
const pageOf = (thresholds: object[], openProposals: object[]) => ({
  serverTime: '2026-11-20T07:43:00.000Z',
  viewer: {
    __typename: 'Viewer',
    smallestWithdrawal: '1.00',
    admin: { __typename: 'Admin', openProposals, secondAdminThresholds: thresholds },
  },
});
const page = (...openProposals: object[]) => pageOf([threshold], openProposals);

const ended = (...nodes: object[]) => ({
  viewer: {
    __typename: 'Viewer',
    admin: {
      __typename: 'Admin',
      endedProposals: {
        __typename: 'ProposalConnection',
        edges: nodes.map((node) => ({ __typename: 'ProposalEdge', node })),
        pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
      },
    },
  },
});

function open(first = page(proposal), past = ended()) {
  const [pages, deeds, lists] = [new ScriptedServer(), new ScriptedServer(), new ScriptedServer()];
  pages.willAnswer(first);
  lists.willAnswer(past);
  const link = ApolloLink.split(
    ({ operationName }) => operationName?.startsWith('ProposalsPage') === true,
    pages.link,
    ApolloLink.split(({ operationName }) => operationName === 'EndedProposals_Query', lists.link, deeds.link),
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
    setSecondAdminThreshold: { __typename: 'SetSecondAdminThresholdPayload', threshold, proposed: false },
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

it('shows what a looser rule would be, and when it takes effect', async () => {
  const rule = { ...threshold, need: 'NEVER', fromAmount: null };
  const policy = {
    ...proposal,
    kind: 'POLICY',
    subject: 'secondAdmin',
    amount: null,
    payoutReference: null,
    threshold: rule,
    reason: 'One admin is on leave.',
  };
  open(page(policy));
  await screen.findByRole('button', { name: 'Confirm the looser rule: Payout' });
  screen.getByText(/Unanswered, it takes effect on 21-11-99/);
  screen.getByText('Reason: One admin is on leave.');
  expect(screen.getAllByText('Never').length).toBeGreaterThan(0);
  expect(screen.queryByText('secondAdmin')).toBeNull();
  screen.getByRole('button', { name: 'Decline: Payout' });
});

it('shows a rule that is no setting without a button', async () => {
  open(
    pageOf([{ ...threshold, kind: 'OVERRIDE', need: 'ALWAYS', fromAmount: null, fixed: true, hasAmount: false }], []),
  );
  await screen.findByText('Always, with real money');
  expect(screen.queryByRole('button', { name: 'Change: Setting a result' })).toBeNull();
});

it('lists ended proposals with their outcome, and who decided', async () => {
  const past = {
    __typename: 'Proposal',
    id: 'p0',
    kind: 'DEPOSIT',
    status: 'DECLINED',
    subject: '412345678901',
    amount: '900.00',
    createdAt: '2026-11-19T07:42:00.000Z',
    decidedAt: '2026-11-19T08:00:00.000Z',
    expiresAt: '2026-11-20T07:42:00.000Z',
    threshold: null,
    transaction: { __typename: 'Transaction', id: 'tx1' },
    maker: { __typename: 'User', id: 'u1', name: 'Meera' },
    checker: { __typename: 'User', id: 'u2', name: 'Chandra' },
  };
  open(page(), ended(past));
  const entry = within(await screen.findByRole('article', { name: 'Deposit: 412345678901' }));
  for (const text of ['Declined', 'Meera', 'Chandra', 'Deposit · ₹900']) entry.getByText(text);
  expect(entry.getByRole('link', { name: 'Open the payment: 412345678901' }).getAttribute('href')).toBe(
    '/admin/transactions?status=ALL&search=tx1',
  );
});
