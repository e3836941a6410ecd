import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { makeCache } from '../../apollo/cache.ts';
import { KeyClashes } from './KeyClashes.tsx';

afterEach(cleanup);

it('lists deposits whose reference another one holds, with a way to all of that reference', async () => {
  const server = new ScriptedServer();
  const node = {
    __typename: 'Transaction',
    id: 't1',
    status: 'SUCCESS',
    amount: '500.00',
    reference: 'UTR412345678901',
    createdAt: '2026-11-20T07:42:00.000Z',
    duplicates: [{ __typename: 'Transaction', id: 't0' }],
    player: { __typename: 'User', id: 'u1', uid: '12345678', name: 'Asha Rao' },
  };
  server.willAnswer({
    viewer: {
      __typename: 'Viewer',
      admin: {
        __typename: 'Admin',
        transactions: {
          __typename: 'TransactionConnection',
          edges: [{ __typename: 'TransactionEdge', node }],
          pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
        },
      },
    },
  });
  renderApp(<KeyClashes />, { link: server.link, cache: makeCache() });
  const list = within(await screen.findByRole('list', { name: 'Deposits with one reference' }));
  list.getByText('UTR412345678901 · ₹500 · Success');
  list.getByText(/One other request has it/);
  const link = list.getByRole('link', { name: 'Open the requests with the reference UTR412345678901' });
  expect(link.getAttribute('href')).toBe('/admin/transactions?status=ALL&search=UTR412345678901');
});
