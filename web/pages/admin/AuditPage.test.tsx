import { ApolloLink } from '@apollo/client';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { makeCache } from '../../apollo/cache.ts';
import AuditPage from './AuditPage.tsx';

afterEach(cleanup);

const changes = [
  { fact: 'maxBet', kind: 'MONEY', before: '100.00', after: '250000.50' },
  { fact: 'randomize', kind: 'BOOLEAN', before: 'true', after: 'false' },
  { fact: 'startsAt', kind: 'INSTANT', before: null, after: '2026-11-20T07:42:00.000Z' },
  { fact: 'transactionType', kind: 'TEXT', before: 'credit', after: 'credit' },
  { fact: 'of an older release', kind: 'TEXT', before: 'this', after: null },
].map((change) => ({ __typename: 'AuditChange', ...change }));

/** The log with these subjects, newest first. */
function log(...subjects: readonly string[]) {
  const edges = subjects.map((subject) => ({
    __typename: 'AuditEntryEdge',
    cursor: subject,
    node: {
      __typename: 'AuditEntry',
      id: subject,
      at: '2026-11-20T07:42:00.000Z',
      action: 'member:read',
      subjectType: 'user',
      subject,
      subjectLabel: null,
      changes,
      reason: null,
      actor: null,
    },
  }));
  const pageInfo = {
    __typename: 'PageInfo',
    hasNextPage: false,
    endCursor: null,
    hasPreviousPage: false,
    startCursor: null,
  };
  const auditLog = { __typename: 'AuditEntryConnection', edges, pageInfo };
  return { viewer: { __typename: 'Viewer', admin: { __typename: 'Admin', auditActions: [], auditLog } } };
}

const newer = (auditNewer: number) => ({
  viewer: { __typename: 'Viewer', admin: { __typename: 'Admin', auditNewer } },
});

it('counts entries that arrive, for its filter, and shows them when asked', async () => {
  const [rows, counts] = [new ScriptedServer(), new ScriptedServer()];
  rows.willAnswer(log('10000001'));
  counts.willAnswer(newer(2), newer(0));
  const link = ApolloLink.split(({ operationName }) => operationName === 'AuditPage_Query', rows.link, counts.link);
  renderApp(<AuditPage />, { link, at: '/?subject=1000', cache: makeCache() });
  const button = await screen.findByRole('button', { name: 'Show 2 new entries' });
  expect(counts.sent).toEqual([expect.objectContaining({ than: '10000001', subject: '1000', action: null })]);

  rows.willAnswer(log('10000003', '10000002', '10000001'));
  await userEvent.click(button);
  await screen.findByText('10000003');
  expect(counts.sent[1]).toMatchObject({ than: '10000003' });
  expect(screen.queryByRole('button', { name: /new entries/ })).toBeNull();
});

it('shows what an action changed in words, by the kind of each value', async () => {
  const [rows, counts] = [new ScriptedServer(), new ScriptedServer()];
  rows.willAnswer(log('10000001'));
  counts.willAnswer(newer(0));
  const link = ApolloLink.split(({ operationName }) => operationName === 'AuditPage_Query', rows.link, counts.link);
  renderApp(<AuditPage />, { link, at: '/', cache: makeCache() });
  await screen.findByText('10000001');
  const labels = screen.getAllByText(/^(largest bet|randomize|starts|type|of an older release)/);
  expect(labels.map((label) => label.closest('li')?.textContent)).toEqual([
    'largest bet: ₹100.00 → ₹2,50,000.50',
    'randomize: yes → no',
    'starts: 20-11-26 01:12 pm',
    'type: deposit',
    'of an older release: this → nothing',
  ]);
});
