import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  givenAdmin,
  givenAnotherAdmin,
  givenPlayer,
  type Person,
  requestDeposit,
  requestWithdrawal,
} from '../support/world/people.ts';

const reason = 'Two accounts, one device';
const HOLD = `{
  reason
  freeze { reason endsAt madeBy { uid } extendedBy { uid } player { uid } }
  block { upiId reason blockedBy { uid } liftedBy { uid } }
}`;

let server: TestServer;
let owner: Person;
let farida: Person;
let support: Person;
beforeAll(async () => {
  server = await startTestServer();
  owner = await givenAdmin(server);
  farida = await givenAnotherAdmin(server, { roles: ['FINANCE'] });
  support = await givenAnotherAdmin(server, { roles: ['SUPPORT'] });
});
afterAll(() => server.stop());

/** The transaction as this person sees it. */
const seenBy = async ({ execute }: Person, id: string) =>
  (
    await execute(
      `query ($id: ID!) { node(id: $id) { ... on Transaction { status beingChecked heldBack ${HOLD} } } }`,
      {
        id,
      },
    )
  )['node'];
const approve = (admin: Person, transactionId: string) =>
  admin.attempt(
    'decideTransaction',
    { transactionId, decision: 'APPROVE', payoutReference: 'UTR00112233' },
    'transaction { status }',
  );
const act = (admin: Person, name: string, input: object, selection: string) =>
  admin.attempt(name, { ...input, reason }, selection);

it('a freeze and a block are told to admins with their reasons, and to the player as one and the same', async () => {
  const player = await givenPlayer(server, { rupees: 500 });
  const { id } = await requestWithdrawal(player, 100, 'checked@okbank');
  const deposit = await requestDeposit(player, 50);
  const free = { status: 'PENDING', beingChecked: false, heldBack: null };
  expect(await seenBy(owner, id)).toEqual(free);

  const member = 'member { payoutFreeze { endsAt madeBy { uid } extendedBy { uid } extensionReason } }';
  const frozen = await act(farida, 'freezePayouts', { userId: player.id }, member);
  expect(frozen['member'].payoutFreeze).toMatchObject({ madeBy: { uid: farida.uid }, extendedBy: null });
  expect(await act(farida, 'freezePayouts', { userId: player.id }, member)).toMatchObject({
    code: 'CHANGED_MEANWHILE',
  });
  expect(await act(farida, 'extendPayoutFreeze', { userId: player.id }, member)).toMatchObject({
    code: 'OWN_PROPOSAL',
  });
  const { member: after } = await act(owner, 'extendPayoutFreeze', { userId: player.id }, member);
  expect(Date.parse(after.payoutFreeze.endsAt) - Date.parse(frozen['member'].payoutFreeze.endsAt)).toBe(
    14 * 86_400_000,
  );
  expect(after.payoutFreeze).toMatchObject({ extendedBy: { uid: owner.uid }, extensionReason: reason });
  expect(await approve(farida, id)).toMatchObject({ code: 'PAYOUTS_FROZEN' });
  const freeze = { reason, madeBy: { uid: farida.uid }, extendedBy: { uid: owner.uid }, player: { uid: player.uid } };
  for (const admin of [owner, support]) {
    expect(await seenBy(admin, id)).toMatchObject({
      beingChecked: true,
      heldBack: { reason: 'FROZEN', freeze, block: null },
    });
  }
  const checked = { status: 'PENDING', beingChecked: true, heldBack: null };
  expect(await seenBy(player, id)).toEqual(checked);
  expect(await seenBy(player, deposit.id)).toEqual(free);
  const lists = `{ viewer { admin { payoutFreezes { player { uid } } blockedPayoutAccounts { id upiId } } } }`;
  expect((await owner.execute(lists))['viewer'].admin).toEqual({
    payoutFreezes: [{ player: { uid: player.uid } }],
    blockedPayoutAccounts: [],
  });

  const { account } = await act(farida, 'blockPayoutAccount', { transactionId: id }, 'account { id upiId }');
  await act(farida, 'endPayoutFreeze', { userId: player.id }, member);
  expect(await approve(owner, id)).toMatchObject({ code: 'PAYOUT_ACCOUNT_BLOCKED' });
  const block = { upiId: 'checked@okbank', reason, blockedBy: { uid: farida.uid }, liftedBy: null };
  expect(await seenBy(owner, id)).toMatchObject({
    beingChecked: true,
    heldBack: { reason: 'BLOCKED', freeze: null, block },
  });
  expect((await seenBy(support, id)).heldBack).toEqual({ reason: 'BLOCKED', freeze: null, block: null });
  expect(await seenBy(player, id)).toEqual(checked);
  expect((await owner.execute(lists))['viewer'].admin).toEqual({
    payoutFreezes: [],
    blockedPayoutAccounts: [{ id: account.id, upiId: 'checked@okbank' }],
  });
  const lift = (admin: Person) =>
    act(admin, 'liftPayoutBlock', { blockId: account.id }, 'account { liftedBy { uid } }');
  expect(await lift(farida)).toMatchObject({ code: 'OWN_PROPOSAL' });
  expect(await lift(owner)).toMatchObject({ account: { liftedBy: { uid: owner.uid } } });
  expect(await seenBy(player, id)).toEqual(free);
  expect(await approve(owner, id)).toMatchObject({ transaction: { status: 'SUCCESS' } });
});

it('an approved withdrawal of play money is promised to nobody', async () => {
  const player = await givenPlayer(server, { rupees: 100 });
  const { id } = await requestWithdrawal(player, 100, 'practice@okbank');
  await owner.perform('decideTransaction', { transactionId: id, decision: 'APPROVE' }, 'proposed');
  const { node } = await player.execute(
    'query ($id: ID!) { node(id: $id) { ... on Transaction { status payoutBy } } }',
    {
      id,
    },
  );
  expect(node).toEqual({ status: 'APPROVED', payoutBy: null });
});
