import { describe, expect, it } from 'vitest';
import { depositBody } from '../rest/world.ts';
import { givenAdmin, givenAnotherAdmin, givenPlayer, type Person } from '../support/world/people.ts';
import { payoutLayoutInput } from '../support/world/payoutBatches.ts';
import { tamper } from '../support/tamper.ts';
import { expectEverythingReached, walkGroup } from '../rest/walk.ts';
import { givenWorld } from '../rest/world.ts';

const world = givenWorld();
walkGroup('support', world);

const balance = async ({ accessToken: token }: Person) =>
  (await world.api.succeed('getWalletHistory', { token }))['amount'];

const decide = (body: object, headers: Record<string, string> = {}) =>
  world.api.call('updateTransaction', { token: world.admin.accessToken, body, headers });

async function pendingDeposit(rupees: number) {
  const player = await givenPlayer(world.server);
  const body = depositBody({ amount: rupees });
  const { transaction } = await world.api.succeed('addMoney', { token: player.accessToken, body });
  return { player, transaction };
}

async function switchPlayPayee(active: boolean) {
  const { api, admin } = world;
  const { upiList } = await api.succeed('getUpiIdList', { token: admin.accessToken });
  await api.succeed('changeUpiIdStatus', { token: admin.accessToken, body: { _id: upiList[0]._id, active } });
}

async function pendingWithdrawal(rupees: number) {
  const player = await givenPlayer(world.server, { rupees });
  const body = { amount: rupees, upiId: 'asha@okbank' };
  const { transaction } = await world.api.succeed('withdrawMoney', { token: player.accessToken, body });
  return { player, transaction };
}

describe('pending transactions', () => {
  it('are listed newest first with the player, the reference and the account', async () => {
    const { api, admin } = world;
    const deposit = await pendingDeposit(250);
    const withdrawal = await pendingWithdrawal(75);
    const { transactions } = await api.succeed('getPendingTransactions', { token: admin.accessToken });
    expect(transactions.slice(0, 2)).toMatchObject([
      { ...withdrawal.transaction, userId: withdrawal.player.uid, payeeActive: null },
      { ...deposit.transaction, userId: deposit.player.uid, payeeActive: true },
    ]);
    const page = await api.succeed('getPendingTransactions', {
      token: admin.accessToken,
      query: { limit: '1', offset: '1' },
    });
    expect(page['transactions']).toEqual([transactions[1]]);
  });
});

describe('decisions', () => {
  it('approve a deposit: the money arrives', async () => {
    const { player, transaction } = await pendingDeposit(250.5);
    const { status, body } = await decide({
      _id: transaction._id,
      transactionStatus: 'success',
      message: 'Thank you.',
      extra: 'ignored',
    });
    expect({ status, transaction: body['transaction'] }).toMatchObject({
      status: 200,
      transaction: { _id: transaction._id, transactionStatus: 'success', message: 'Thank you.' },
    });
    expect(await balance(player)).toBe(250.5);
  });

  it('deny a deposit: nothing else happens', async () => {
    const { player, transaction } = await pendingDeposit(250);
    expect(await decide({ _id: transaction._id, transactionStatus: 'failed' })).toMatchObject({ status: 200 });
    expect(await balance(player)).toBe(0);
  });

  it('give the reason that was chosen over GraphQL as the message', async () => {
    const { player, transaction } = await pendingDeposit(250);
    const admin = await givenAdmin(world.server);
    const decision = { transactionId: transaction._id, decision: 'DENY' };
    expect(await admin.attempt('decideTransaction', decision, 'transaction { id }')).toMatchObject({
      __typename: 'InvalidInput',
    });
    const denied = { ...decision, denialReason: 'NOT_RECEIVED', message: 'Ask your bank.' };
    await admin.perform('decideTransaction', denied, 'transaction { id denialReason }');
    const { transactions } = await world.api.succeed('getMyTransactions', { token: player.accessToken });
    expect(transactions[0].message).toBe('No payment with this reference has arrived. Ask your bank.');
  });

  it('approve a withdrawal: it is gone; deny it: it comes back', async () => {
    for (const [transactionStatus, left] of [
      ['success', 0],
      ['failed', 75],
    ] as const) {
      const { player, transaction } = await pendingWithdrawal(75);
      expect(await decide({ _id: transaction._id, transactionStatus })).toMatchObject({ status: 200 });
      expect(await balance(player)).toBe(left);
      const wallet = await world.api.succeed('getWalletHistory', { token: player.accessToken });
      expect(wallet['blockedAmountList']).toEqual([]);
    }
  });

  it('credit a reference once, though two deposits from before keys have it', async () => {
    const { api, admin } = world;
    const account = { accountNumber: '50100234567891', ifscCode: 'HDFC0001234', accountHolderName: 'Rangoli Games' };
    await api.succeed('addBankAccount', { token: admin.accessToken, body: account });
    const { player, transaction } = await pendingDeposit(40);
    const { accessToken: token, ...other } = await givenPlayer(world.server);
    const body = { amount: 40, referenceId: 'TWIN40404040', bankAccount: account.accountNumber };
    const { transaction: twin } = await api.succeed('addMoney', { token, body });
    await tamper(
      world.server.database,
      `update wallet_transactions w set reference_key = o.reference_key, reference_scope = o.reference_scope, key_clashes = true
         from wallet_transactions o where w.reference = 'TWIN40404040' and o.reference = '${transaction.referenceId}'`,
    );
    expect(await decide({ _id: transaction._id, transactionStatus: 'success' })).toMatchObject({ status: 200 });
    expect(await decide({ _id: twin._id, transactionStatus: 'success' })).toMatchObject({
      status: 400,
      body: { code: 'REFERENCE_TAKEN' },
    });
    expect([await balance(player), await balance({ accessToken: token, ...other })]).toEqual([40, 0]);
  });

  it('of a payout that needs a second admin are proposed: the withdrawal stays pending', async () => {
    const needs = (paise: number | null) =>
      tamper(world.server.database, `update second_admin_thresholds set from_amount = ${paise} where kind = 'payout'`);
    const { player, transaction } = await pendingWithdrawal(75);
    await needs(7_500);
    const body = { _id: transaction._id, transactionStatus: 'success' };
    const first = await decide(body, { 'idempotency-key': transaction._id });
    expect(first).toMatchObject({
      status: 200,
      body: { success: true, proposed: true, transaction: { transactionStatus: 'pending' } },
    });
    expect((await decide(body, { 'idempotency-key': transaction._id })).body).toEqual(first.body);
    expect(await decide(body)).toMatchObject({ status: 409, body: { code: 'ALREADY_PROPOSED' } });
    const wallet = await world.api.succeed('getWalletHistory', { token: player.accessToken });
    expect(wallet['blockedAmountList']).toHaveLength(1);
    // Above what one admin has approved to this account today.
    await needs(1_000_000);
    const other = await pendingWithdrawal(75);
    const decided = await decide({ _id: other.transaction._id, transactionStatus: 'success' });
    expect(decided.body['transaction']).toMatchObject({ transactionStatus: 'success' });
    expect(decided.body).not.toHaveProperty('proposed');
    await needs(null);
  });

  it('approve no withdrawal that is held back: it stays pending', async () => {
    const { api, admin, server } = world;
    const farida = await givenAnotherAdmin(server, { roles: ['FINANCE'] });
    const player = await givenPlayer(server, { rupees: 75 });
    const { transaction } = await api.succeed('withdrawMoney', {
      token: player.accessToken,
      body: { amount: 75, upiId: 'held.back@okbank' },
    });
    const approve = () => decide({ _id: transaction._id, transactionStatus: 'success' });
    const reason = 'Two accounts, one device';
    await farida.perform('freezePayouts', { userId: player.id, reason }, 'member { id }');
    expect(await approve()).toMatchObject({
      status: 409,
      body: { code: 'PAYOUTS_FROZEN', message: 'The payouts of this player are frozen.' },
    });
    await farida.perform('blockPayoutAccount', { transactionId: transaction._id, reason }, 'account { id }');
    await farida.perform('endPayoutFreeze', { userId: player.id, reason }, 'member { id }');
    expect(await approve()).toMatchObject({
      status: 409,
      body: { code: 'PAYOUT_ACCOUNT_BLOCKED', message: 'This payout account is blocked.' },
    });
    const { transactions } = await api.succeed('getPendingTransactions', { token: admin.accessToken });
    expect(transactions).toContainEqual(expect.objectContaining(transaction));
    const own = await api.succeed('getMyTransactions', { token: player.accessToken });
    expect(own['transactions'][0]).toEqual(transaction);
    expect(await decide({ _id: transaction._id, transactionStatus: 'failed' })).toMatchObject({ status: 200 });
    expect(await balance(player)).toBe(75);
  });

  it('decide no withdrawal that is being paid in a batch', async () => {
    const { admin, server } = world;
    const owner = await givenAdmin(server);
    const { player, transaction } = await pendingWithdrawal(75);
    const transactionIds = [transaction._id];
    await owner.perform('approveWithdrawals', { transactionIds }, '__typename');
    await owner.perform('savePayoutLayout', { bank: 'Test Bank', layout: payoutLayoutInput }, '__typename');
    const { viewer } = await owner.execute('{ viewer { admin { payees { id } } } }');
    const payeeId = (viewer as { admin: { payees: { id: string }[] } }).admin.payees[0]?.id;
    const { batch } = await owner.perform(
      'makePayoutBatch',
      { transactionIds, payeeId, bank: 'Test Bank' },
      'batch { id }',
    );
    for (const transactionStatus of ['success', 'failed']) {
      expect(await decide({ _id: transaction._id, transactionStatus })).toMatchObject({
        status: 409,
        body: { code: 'PAYOUT_IN_BATCH', message: 'This withdrawal is being paid with others.' },
      });
    }
    const own = await world.api.succeed('getMyTransactions', { token: player.accessToken });
    expect(own['transactions'][0]).toMatchObject({ transactionStatus: 'pending' });
    const { transactions } = await world.api.succeed('getPendingTransactions', { token: admin.accessToken });
    expect(transactions).not.toContainEqual(expect.objectContaining({ _id: transaction._id }));
    await owner.perform('releasePayoutBatch', { batchId: batch.id }, '__typename');
    expect(await decide({ _id: transaction._id, transactionStatus: 'failed' })).toMatchObject({ status: 200 });
    expect(await balance(player)).toBe(75);
  });

  it('are taken once, even by two admins at the same moment', async () => {
    const { player, transaction } = await pendingDeposit(100);
    const answers = await Promise.all(
      ['success', 'failed'].map((transactionStatus) => decide({ _id: transaction._id, transactionStatus })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body['code']).toBe('ALREADY_DECIDED');
    expect([0, 100]).toContain(await balance(player));
  });

  it('answer a repeated Idempotency-Key with the first answer, and refuse it for another decision', async () => {
    const { transaction } = await pendingDeposit(100);
    const body = { _id: transaction._id, transactionStatus: 'success' };
    const headers = { 'idempotency-key': 'decision-1' };
    const first = await decide(body, headers);
    expect(first.status).toBe(200);
    await switchPlayPayee(false);
    const again = await decide(body, headers);
    await switchPlayPayee(true);
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    const other = await decide({ ...body, transactionStatus: 'failed' }, headers);
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  it('take no message above 150 characters, and no status but the two', async () => {
    const { transaction } = await pendingDeposit(100);
    for (const changes of [{ message: 'x'.repeat(151) }, { transactionStatus: 'pending' }]) {
      const answer = await decide({ _id: transaction._id, transactionStatus: 'success', ...changes });
      expect(answer).toMatchObject({ status: 400, body: { message: 'Please try again' } });
    }
    const longest = await decide({ _id: transaction._id, transactionStatus: 'success', message: 'x'.repeat(150) });
    expect(longest.status).toBe(200);
  });

  it('refuse an invalid transaction id', async () => {
    const ticket = await world.api.succeed('raiseTicket', {
      token: world.player.accessToken,
      body: { title: 'UPI Payment Stuck', description: 'Paid, not arrived' },
    });
    for (const _id of ['nonsense', ticket['ticket']._id]) {
      const answer = await decide({ _id, transactionStatus: 'success' });
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });
});

expectEverythingReached('support', world);
