import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { MayContext } from '../admin/useMay.ts';
import { ApproveMatched } from './ApproveMatched.tsx';
import { BulkApproval } from './BulkApproval.tsx';
import { usualFilter } from './paymentFilter.ts';
import type { Selection } from './useSelection.ts';

afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** The answer to the approval of so many deposits. */
const approvedAll = (count: number) => ({
  approveDeposits: {
    __typename: 'ApproveDepositsPayload',
    approvals: Array.from({ length: count }, () => ({
      __typename: 'DepositApproval',
      approved: true,
      refusal: null,
      transaction: null,
    })),
  },
});

/** A page of deposits that fit the filter. */
function matching(count: number) {
  const edges = Array.from({ length: count }, (_, at) => ({
    __typename: 'TransactionEdge',
    node: { __typename: 'Transaction', id: `d${at}`, amount: '10.00' },
  }));
  const pageInfo = { __typename: 'PageInfo', endCursor: count === 0 ? null : 'last' };
  const transactions = { __typename: 'TransactionConnection', edges, pageInfo };
  return { viewer: { __typename: 'Viewer', admin: { __typename: 'Admin', transactions } } };
}

/** A selection that loses its deposits as they are approved. */
function Selected() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(['d1', 'd2']));
  const selection: Selection = {
    type: 'CREDIT',
    ids,
    sum: BigInt(ids.size) * 1_000n,
    select: () => undefined,
    toggle: () => undefined,
    selectMatching: () => Promise.resolve(undefined),
    clear: () => setIds(new Set()),
  };
  return (
    <>
      <BulkApproval selection={selection} />
      <button type="button" onClick={() => setIds(new Set(['d2']))}>
        One is approved
      </button>
    </>
  );
}

it('says what was confirmed as long as it is approved, though the selection shrinks', async () => {
  const server = new ScriptedServer();
  renderApp(<Selected />, { link: server.link });
  press('Approve selected');
  fireEvent.click(await screen.findByRole('button', { name: 'Approve 2 deposits, ₹20' }));
  fireEvent.click(screen.getByText('One is approved'));
  await screen.findByText('1 deposit selected, ₹10');
  expect(screen.getByText('Approve 2 deposits?')).toBeDefined();
  expect(screen.getByText(/^₹20 in all goes/)).toBeDefined();
  server.answerLate(approvedAll(2));
  await expect.poll(() => screen.queryByText('1 deposit selected, ₹10')).toBeNull();
});

it('says how many are being approved until the first batch is, then how many are', async () => {
  const server = new ScriptedServer();
  renderApp(
    <MayContext value={['TRANSACTION_DECIDE']}>
      <ApproveMatched filter={{ ...usualFilter, inStatement: 'YES' }} />
    </MayContext>,
    { link: server.link },
  );
  press('Approve all in the statement');
  fireEvent.click(await screen.findByRole('button', { name: 'Approve all' }));
  await expect.poll(() => server.sent.length).toBe(1);
  expect(screen.queryByText(/so far|Approving/)).toBeNull();
  server.answerLate(matching(3));
  await screen.findByText('Approving the first 3 …');
  server.answerLate(approvedAll(3));
  await screen.findByText('3 deposits approved so far');
  server.answerLate(matching(0));
  await expect.poll(() => screen.queryByText('3 deposits approved so far')).toBeNull();
});
