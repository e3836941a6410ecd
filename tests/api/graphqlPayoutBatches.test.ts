import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenAdmin, givenAnotherAdmin, givenPlayer, type Person, requestWithdrawal } from '../support/world/people.ts';
import { payoutLayoutInput } from '../support/world/payoutBatches.ts';

let server: TestServer;
let owner: Person;
let farida: Person;
let auditor: Person;
let payeeId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await givenAdmin(server);
  farida = await givenAnotherAdmin(server, { roles: ['FINANCE'] });
  auditor = await givenAnotherAdmin(server, { roles: ['AUDITOR'] });
  await farida.perform('savePayoutLayout', { bank: 'Test Bank', layout: payoutLayoutInput }, 'bank { name }');
  const { viewer } = await farida.execute('{ viewer { admin { payees { id } } } }');
  payeeId = (viewer as { admin: { payees: { id: string }[] } }).admin.payees[0]?.id ?? '';
});
afterAll(() => server.stop());

let accounts = 0;

/** Withdrawals that are approved, all of one player. */
async function givenApproved(count: number): Promise<{ player: Person; ids: string[] }> {
  const player = await givenPlayer(server, { rupees: 500 });
  const ids: string[] = [];
  for (let one = 0; one < count; one += 1) {
    ids.push((await requestWithdrawal(player, 20 + one, `batch${++accounts}@okbank`)).id);
  }
  await owner.perform('approveWithdrawals', { transactionIds: ids }, '__typename');
  return { player, ids };
}

const BATCH = `{
  id number state bank format practice viewerHolds viewerMayRelease viewerMayTake
  payee { id } heldBy { uid } releasedBy { uid } file { path }
  sums { count amount openCount openAmount paidCount notSentCount }
  payouts { id code position outcome reason transaction { id status payoutReference payoutBatch { id } } }
  inStatement { reference payout { id } line { id } }
}`;

const make = (by: Person, transactionIds: string[]) =>
  by.perform(
    'makePayoutBatch',
    { transactionIds, payeeId, bank: 'test bank' },
    `batch ${BATCH} problems { field letters text transaction { id } }`,
  );
const seenBy = async ({ execute }: Person, id: string) =>
  (await execute(`query ($id: ID!) { node(id: $id) { ... on PayoutBatch ${BATCH} } }`, { id }))['node'];
const get = ({ accessToken }: Person, path: string) =>
  fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${accessToken}` } });

it('a batch is made, downloaded, recorded and returned, each step seen by who may', async () => {
  const { player, ids } = await givenApproved(3);
  const { batch, problems } = await make(farida, ids);
  expect(problems).toEqual([]);
  expect(batch).toMatchObject({ state: 'READY', bank: 'test bank', format: 'CSV', practice: true, viewerHolds: true });
  expect(batch.payouts[0]).toMatchObject({
    outcome: null,
    transaction: { status: 'APPROVED', payoutBatch: { id: batch.id } },
  });
  expect(await make(farida, ids)).toMatchObject({
    batch: null,
    problems: ids.map((id) => ({
      field: null,
      letters: [],
      transaction: { id },
      text: expect.stringMatching(/is in batch/),
    })),
  });

  // Others see it, without its file; players don't.
  expect(await seenBy(auditor, batch.id)).toMatchObject({
    viewerHolds: false,
    viewerMayRelease: false,
    file: null,
    heldBy: { uid: farida.uid },
  });
  expect(await seenBy(owner, batch.id)).toMatchObject({ viewerMayRelease: true, viewerMayTake: false, file: null });
  expect(await seenBy(player, batch.id)).toBeNull();
  for (const [who, status] of [
    [owner, 409],
    [auditor, 403],
    [player, 403],
  ] as const) {
    expect((await get(who, batch.file.path)).status).toBe(status);
  }
  expect((await fetch(`${server.url}${batch.file.path}`)).status).toBe(401);
  expect((await get(farida, '/exports/payouts/nothing')).status).toBe(404);
  expect(await seenBy(farida, batch.id)).toMatchObject({ state: 'READY' });

  const { path } = await farida.perform('createDownloadLink', { path: batch.file.path }, 'path');
  const file = await fetch(`${server.url}${path}`);
  expect(file.headers.get('content-disposition')).toMatch(/practice-payouts-/);
  const rows = (await file.text()).trim().split('\r\n').slice(2);
  expect(rows.map((row) => row.split(',')[0])).toEqual(batch.payouts.map(({ code }: { code: string }) => code));

  const [first, second, third] = batch.payouts as { id: string; code: string }[];
  const text = `${first?.code} 740187320001\n${second?.code} 740187320002\n${third?.code} REJECTED\nRP0 740187320004`;
  const answer = await farida.perform(
    'readPayoutAnswer',
    { batchId: batch.id, text },
    'columns referenceColumn rows { row text reference problem payout { id } }',
  );
  expect(answer['rows']).toMatchObject([
    { row: 1, reference: '740187320001', problem: null, payout: { id: first?.id } },
    { reference: '740187320002', problem: null },
    { reference: null, problem: 'FAILED', payout: { id: third?.id } },
    { reference: null, problem: 'UNKNOWN', payout: null },
  ]);
  const recorded = await farida.perform(
    'recordBatchPayouts',
    {
      batchId: batch.id,
      payouts: [
        { payoutId: first?.id, reference: '740187320001' },
        { payoutId: second?.id, reference: '740187320001' },
      ],
    },
    'recorded { payout { id outcome } refusal { code message } } batch { state sums { openCount } }',
  );
  expect(recorded).toMatchObject({
    recorded: [
      { payout: { id: first?.id, outcome: 'PAID' }, refusal: null },
      { payout: { id: second?.id, outcome: null }, refusal: { code: 'INVALID_INPUT' } },
    ],
    batch: { state: 'SENT', sums: { openCount: 2 } },
  });
  await farida.perform(
    'setPayoutsNotSent',
    { batchId: batch.id, payoutIds: [second?.id, third?.id], reason: 'account closed' },
    '__typename',
  );
  expect(await seenBy(auditor, batch.id)).toMatchObject({
    state: 'DONE',
    sums: { count: 3, amount: '63.00', openCount: 0, openAmount: '0.00', paidCount: 1, notSentCount: 2 },
    payouts: [
      { outcome: 'PAID', transaction: { status: 'SUCCESS', payoutReference: '740187320001', payoutBatch: null } },
      { outcome: 'NOT_SENT', reason: 'account closed', transaction: { status: 'APPROVED', payoutBatch: null } },
      { outcome: 'NOT_SENT' },
    ],
  });
  // The bank sends it back.
  const reason = 'The bank sent it back.';
  await farida.perform('returnPayout', { transactionId: ids[0], reason }, 'proposed');
  const { viewer } = await owner.execute('{ viewer { admin { openProposals { id kind } } } }');
  const [proposal] = (viewer as { admin: { openProposals: { id: string }[] } }).admin.openProposals;
  await owner.perform('confirmProposal', { proposalId: proposal?.id }, '__typename');
  expect(await seenBy(auditor, batch.id)).toMatchObject({ payouts: [{ outcome: 'RETURNED' }, {}, {}] });
});

it('a batch changes hands, and lists name it', async () => {
  const { ids } = await givenApproved(1);
  const { batch } = await make(farida, ids);
  await (await get(farida, batch.file.path)).text();
  const input = { batchId: batch.id };
  expect(await owner.attempt('takePayoutBatch', input, `batch ${BATCH}`)).toMatchObject({ code: 'PAYOUT_BATCH_HELD' });
  const released = await owner.perform('releasePayoutBatch', input, `batch ${BATCH}`);
  expect(released['batch']).toMatchObject({
    state: 'SENT',
    heldBy: null,
    releasedBy: { uid: owner.uid },
    viewerMayTake: true,
  });
  const taken = await owner.perform('takePayoutBatch', input, `batch ${BATCH}`);
  expect(taken['batch']).toMatchObject({ heldBy: { uid: owner.uid }, viewerHolds: true, viewerMayTake: false });
  const list = (open: boolean) =>
    auditor.execute(
      `query ($open: Boolean) { viewer { admin {
         payoutBanks { name layout { format columns { content heading } } }
         payoutBatches(first: 5, open: $open) { edges { node { id number state } } }
         transactions(first: 5, filter: { status: APPROVED, inBatch: true }) { edges { node { id } } }
       } } }`,
      { open },
    );
  const { viewer } = await list(true);
  expect(viewer).toMatchObject({
    admin: {
      payoutBanks: [{ name: 'test bank', layout: { format: 'CSV' } }],
      payoutBatches: { edges: [{ node: { id: batch.id, state: 'SENT' } }] },
      transactions: { edges: [{ node: { id: ids[0] } }] },
    },
  });
  const { viewer: all } = await list(false);
  expect((all as { admin: { payoutBatches: { edges: unknown[] } } }).admin.payoutBatches.edges).toHaveLength(2);
});
