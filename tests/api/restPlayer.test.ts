import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectEverythingReached, walkGroup } from '../rest/walk.ts';
import { givenWorld } from '../rest/world.ts';
import { depositBody } from '../rest/world.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { deposit, givenAdmin, givenPlayer, rowIdOf } from '../support/world/people.ts';
import { givenSettledRounds } from '../support/settledRounds.ts';
import { tamper } from '../support/tamper.ts';

const world = givenWorld();
walkGroup('player', world);

const PNG = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')}`;
const wrongAmounts = [0, -1, 0.001, 1.005, 10_000_000.01, 1e15, 5e-7];

/** Inserts invalid amounts into a body as text, because JSON.stringify would alter some of them. */
const withAmount = (body: object, amount: string) => JSON.stringify({ ...body, amount: 0 }).replace(':0', `:${amount}`);

describe('a paused rail', () => {
  it.each([
    ['DEPOSITS', 'addMoney'],
    ['WITHDRAWALS', 'withdrawMoney'],
  ] as const)('%s is 400, with the notice', async (scope, operation) => {
    const { api, admin, server } = world;
    const { accessToken: token } = await givenPlayer(server, { rupees: 100 });
    const notice = 'The bank is closed today.';
    const mutation = 'mutation ($input: PauseInput!) { pause(input: $input) { __typename } }';
    await admin.execute(mutation, { input: { scope, notice } });
    const body = operation === 'addMoney' ? depositBody() : { amount: 10, upiId: 'asha@okbank' };
    expect(await api.call(operation, { token, body })).toMatchObject({
      status: 400,
      body: { success: false, code: 'PAUSED', detail: notice },
    });
    await admin.execute(`mutation { resume(input: { scope: ${scope} }) { __typename } }`);
  });
});

describe('deposits', () => {
  it.each([
    ['UPI', {}],
    ['a whole number as reference', { referenceId: 632_145_987_012 }],
    ['paise', { amount: 10.01 }],
    ['the largest amount', { amount: 10_000_000 }],
    ['what the API does not know', { note: 'ignored' }],
  ])('are pending, with %s', async (_what, changes) => {
    const { api } = world;
    const { accessToken: token } = await givenPlayer(world.server);
    const body = { ...depositBody(), ...changes };
    const { transaction } = await api.succeed('addMoney', { token, body });
    expect(transaction).toMatchObject({
      transactionType: 'credit',
      transactionStatus: 'pending',
      amount: body.amount,
      upiId: 'play@rangoli',
      bankAccount: null,
      referenceId: String(body.referenceId),
    });
    expect((await api.succeed('getMyTransactions', { token }))['transactions']).toEqual([transaction]);
    expect((await api.succeed('getWalletHistory', { token }))['amount']).toBe(0);
  });

  it('name a bank account of ours by its number, as text or as a number', async () => {
    const { api, admin, player } = world;
    const account = { accountNumber: '50100234567890', ifscCode: 'HDFC0001234', accountHolderName: 'Rangoli Games' };
    await api.succeed('addBankAccount', { token: admin.accessToken, body: account });
    const { bankAccount } = await api.succeed('getBankAccount', { token: player.accessToken });
    expect(bankAccount).toMatchObject(account);
    for (const number of [account.accountNumber, Number(account.accountNumber)]) {
      const body = { amount: 500, referenceId: randomBytes(6).toString('hex'), bankAccount: number };
      const { transaction } = await api.succeed('addMoney', { token: player.accessToken, body });
      expect(transaction).toMatchObject({ bankAccount: account, upiId: null });
    }
  });

  it.each(wrongAmounts.map(String).concat('1e400', '"500"'))('of %s rupees are refused', async (amount) => {
    const body = withAmount(depositBody(), amount);
    const answer = await world.api.call('addMoney', { token: world.player.accessToken, body });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid Payload', code: 'INVALID_INPUT' } });
    expect(answer.body['detail']).toContain('amount');
  });

  it.each([
    ['to nobody', { upiId: undefined }, 'upiId'],
    ['to two', { bankAccount: '50100234567890' }, 'upiId'],
    ['to an account that is not ours', { upiId: 'someone@bank' }, 'upiId'],
    ['with a short reference', { referenceId: 'abc' }, 'reference'],
    ['with a reference that has signs in it', { referenceId: 'ab_cd_ef' }, 'reference'],
    ['with a reference that JSON cannot hold', { referenceId: 2 ** 60 }, 'referenceId'],
  ])('%s are refused', async (_what, changes, field) => {
    const body = { ...depositBody(), ...changes };
    const answer = await world.api.call('addMoney', { token: world.player.accessToken, body });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid Payload' } });
    expect(answer.body['detail']).toContain(field);
  });

  it('refuse a reference that is pending already, however it is written', async () => {
    const { api, player } = world;
    const body = depositBody({ referenceId: 'abcd1234' });
    await api.succeed('addMoney', { token: player.accessToken, body });
    const again = await api.call('addMoney', {
      token: player.accessToken,
      body: { ...body, referenceId: 'UTR: ABCD-1234' },
    });
    expect(again).toMatchObject({ status: 400, body: { message: 'Invalid Payload', code: 'REFERENCE_TAKEN' } });
  });

  it('answer a repeated Idempotency-Key with the first answer, and refuse it for another deposit', async () => {
    const { api, player } = world;
    const call = { token: player.accessToken, body: depositBody(), headers: { 'idempotency-key': 'deposit-1' } };
    const first = await api.call('addMoney', call);
    expect(first.status).toBe(200);
    const again = await api.call('addMoney', call);
    expect({ status: again.status, body: again.body }).toEqual({ status: first.status, body: first.body });
    const other = await api.call('addMoney', { ...call, body: depositBody() });
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  it('may try a refused key again', async () => {
    const { api, player } = world;
    const call = { token: player.accessToken, headers: { 'idempotency-key': 'deposit-2' } };
    const body = depositBody();
    expect(await api.call('addMoney', { ...call, body: { ...body, amount: -5 } })).toMatchObject({ status: 400 });
    await api.succeed('addMoney', { ...call, body });
  });
});

describe('where to pay', () => {
  it('is the UPI id that was activated last, or none', async () => {
    const { api, admin, player } = world;
    const shown = async () => (await api.succeed('getUpiId', { token: player.accessToken }))['upi'];
    const first = await shown();
    expect(first).toMatchObject({ upiId: 'play@rangoli' });
    const switchIt = (active: boolean) =>
      api.succeed('changeUpiIdStatus', { token: admin.accessToken, body: { _id: first._id, active } });
    await switchIt(false);
    expect(await shown()).toBeNull();
    await switchIt(true);
    expect(await shown()).toEqual(first);
  });

  it('is no bank account before there is one', async () => {
    const { api, admin, player } = world;
    const { bankAccountList } = await api.succeed('getBankAccountList', { token: admin.accessToken });
    for (const { _id } of bankAccountList)
      await api.succeed('removeBankAccount', { token: admin.accessToken, body: { _id } });
    expect(await api.succeed('getBankAccount', { token: player.accessToken })).toEqual({
      success: true,
      bankAccount: null,
    });
  });
});

describe('withdrawals', () => {
  const bankAccount = { accountNumber: '002301556677', ifscCode: 'HDFC0000123', accountHolderName: 'Asha Rao' };

  it.each([
    ['a UPI id', { upiId: 'asha@okbank' }, { upiId: 'asha@okbank', bankAccount: null }],
    ['a bank account', { bankAccount }, { upiId: null, bankAccount }],
    [
      'a bank account whose number is a number',
      { bankAccount: { ...bankAccount, accountNumber: 50_100_234_567 } },
      { bankAccount: { ...bankAccount, accountNumber: '50100234567' } },
    ],
  ])('to %s hold the amount at once', async (_what, destination, shown) => {
    const { api, server } = world;
    const { accessToken: token } = await givenPlayer(server, { rupees: 300 });
    const body = { amount: 99.5, ...destination };
    const { transaction, balance } = await api.succeed('withdrawMoney', { token, body });
    expect(transaction).toMatchObject({
      transactionType: 'debit',
      transactionStatus: 'pending',
      amount: 99.5,
      ...shown,
    });
    expect(balance).toBe(200.5);
    expect(await api.succeed('getWalletHistory', { token })).toMatchObject({
      amount: 200.5,
      blockedAmountList: [{ amount: 99.5, transactionId: transaction._id }],
    });
  });

  it.each(wrongAmounts.map(String))('of %s rupees are refused', async (amount) => {
    const body = withAmount({ upiId: 'asha@okbank' }, amount).replace('}', `,"amount":${amount}}`);
    const answer = await world.api.call('withdrawMoney', { token: world.player.accessToken, body });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid Payload' } });
    expect(answer.body['detail']).toContain('amount');
  });

  it('above the balance are refused in words of their own', async () => {
    const body = { amount: 1_000_000, upiId: 'asha@okbank' };
    const answer = await world.api.call('withdrawMoney', { token: world.player.accessToken, body });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'Entered amount exceeds available wallet balance.', code: 'INSUFFICIENT_FUNDS' },
    });
  });

  it.each([
    ['nowhere', {}, 'upiId'],
    ['two places', { upiId: 'asha@okbank', bankAccount }, 'upiId'],
    ['a UPI id that is none', { upiId: 'asha' }, 'upiId'],
    ['an account without its number', { bankAccount: { ...bankAccount, accountNumber: undefined } }, 'accountNumber'],
    ['an account number with letters', { bankAccount: { ...bankAccount, accountNumber: 'A123456' } }, 'Account number'],
    ['an IFSC code that is none', { bankAccount: { ...bankAccount, ifscCode: 'HDFC' } }, 'ifscCode'],
  ])('to %s are refused', async (_what, destination, field) => {
    const answer = await world.api.call('withdrawMoney', {
      token: world.player.accessToken,
      body: { amount: 10, ...destination },
    });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid Payload' } });
    expect(answer.body['detail']).toContain(field);
  });

  it('answer a repeated Idempotency-Key with the first answer and hold once', async () => {
    const { api, server } = world;
    const { accessToken: token } = await givenPlayer(server, { rupees: 100 });
    const headers = { 'idempotency-key': 'withdrawal-1' };
    const body = { amount: 60, upiId: 'asha@okbank' };
    const first = await api.succeed('withdrawMoney', { token, body, headers });
    expect(await api.succeed('withdrawMoney', { token, body, headers })).toEqual(first);
    expect((await api.succeed('getWalletHistory', { token }))['amount']).toBe(40);
    const other = await api.call('withdrawMoney', { token, body: { ...body, amount: 10 }, headers });
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });
});

describe('history', () => {
  it('is newest first and cut by limit and offset', async () => {
    const { api, server } = world;
    const player = await givenPlayer(server);
    for (const rupees of [1, 2, 3]) await deposit(server, player, rupees);
    const lists = async (query: Record<string, string>) => {
      const { walletHistory } = await api.succeed('getWalletHistory', { token: player.accessToken, query });
      const { transactions } = await api.succeed('getMyTransactions', { token: player.accessToken, query });
      const amounts = [walletHistory, transactions].map((list: { amount: number }[]) =>
        list.map(({ amount }) => amount),
      );
      expect(amounts[0]).toEqual(amounts[1]);
      return amounts[0];
    };
    expect(await lists({})).toEqual([3, 2, 1]);
    expect(await lists({ limit: '2' })).toEqual([3, 2]);
    expect(await lists({ limit: '2', offset: '1' })).toEqual([2, 1]);
    expect(await lists({ offset: '2' })).toEqual([1]);
    expect(await lists({ limit: '1', offset: '100000' })).toEqual([]);
  });

  it('without a limit is the newest 1,000 entries', async () => {
    const { api, server } = world;
    const player = await givenPlayer(server);
    const first = Date.parse('2026-01-01T00:00:00Z');
    const results = [{ playerId: rowIdOf(server, player), betAmount: 100n, winAmount: 0n }];
    await givenSettledRounds(
      server.database,
      Array.from({ length: 1_001 }, (_, n) => ({
        gameType: 'sapreHalf' as const,
        endsAt: first + n * 30_000,
        winningNumber: 1,
        results,
      })),
    );
    const { walletHistory } = await api.succeed('getWalletHistory', { token: player.accessToken });
    expect(walletHistory).toHaveLength(1_000);
    expect(walletHistory[0].gameData.gameId).toBe(`sapreHalf-${first + 1_000 * 30_000}`);
    expect(walletHistory.at(-1).gameData.gameId).toBe(`sapreHalf-${first + 30_000}`);
  });

  it('fails when a round of it is not found', async () => {
    const { api, server } = world;
    const player = await givenPlayer(server);
    const endsAt = Date.parse('2025-12-01T00:00:00Z');
    const results = [{ playerId: rowIdOf(server, player), betAmount: 100n, winAmount: 0n }];
    await givenSettledRounds(server.database, [{ gameType: 'sapreHalf', endsAt, winningNumber: 1, results }]);
    leaveBroken(
      server.database,
      'every step of a contest has its one entry in the public log, which says what happened',
    );
    await tamper(server.database, `update contests set chain_id = 0 where game_id = 'sapreHalf-${endsAt}'`);
    const { status, body } = await api.call('getWalletHistory', { token: player.accessToken });
    expect([status, body['code']]).toEqual([500, 'SERVER_ERROR']);
  });

  it('shows the bank’s reference of a withdrawal that was paid out', async () => {
    const { api, server } = world;
    const player = await givenPlayer(server, { rupees: 100 });
    const { transaction } = await api.succeed('withdrawMoney', {
      token: player.accessToken,
      body: { amount: 40, upiId: 'asha@upi' },
    });
    const admin = await givenAdmin(server);
    await admin.perform(
      'decideTransaction',
      { transactionId: transaction._id, decision: 'APPROVE', payoutReference: 'AXIS42' },
      'transaction { id }',
    );
    const { transactions } = await api.succeed('getMyTransactions', { token: player.accessToken });
    expect(transactions[0]).toMatchObject({
      _id: transaction._id,
      transactionStatus: 'success',
      referenceId: 'AXIS42',
    });
  });

  it('contains nothing of other players', async () => {
    const { api, server } = world;
    const { accessToken: token } = await givenPlayer(server);
    expect(await api.succeed('getMyTransactions', { token })).toEqual({ success: true, transactions: [] });
    expect(await api.succeed('getMyTickets', { token })).toEqual({ success: true, tickets: [] });
  });
});

describe('tickets', () => {
  const ticket = { title: 'UPI Payment Stuck', description: 'Paid, not arrived', document: null };

  it('are raised with a document, and listed with their chats', async () => {
    const { api, server } = world;
    const { accessToken: token } = await givenPlayer(server);
    const raised = await api.succeed('raiseTicket', { token, body: { ...ticket, document: PNG } });
    expect(raised['ticket']).toMatchObject({ title: ticket.title, ticketStatus: 'pending', chats: [] });
    expect(raised['ticket'].document).toMatch(/^\/documents\//);
    const { chat } = await api.succeed('chat', { token, body: { _id: raised['ticket']._id, message: 'Any news?' } });
    const { tickets } = await api.succeed('getMyTickets', { token });
    expect(tickets).toEqual([{ ...raised['ticket'], chats: [chat] }]);
    expect(chat).toMatchObject({ message: 'Any news?', userType: 'player', document: null });
  });

  it.each([
    ['a title that is not in the list', { title: 'Something else' }, 'title'],
    ['more than 50 words', { description: 'word '.repeat(51) }, 'description'],
    ['a document that is neither picture nor PDF', { document: 'data:image/png;base64,aGVsbG8=' }, 'document'],
    ['a document that is no base64', { document: 'data:image/png;base64,!!' }, 'document'],
  ])('with %s are refused', async (_what, changes, field) => {
    const answer = await world.api.call('raiseTicket', {
      token: world.player.accessToken,
      body: { ...ticket, ...changes },
    });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Please try again' } });
    expect(answer.body['detail']).toMatch(new RegExp(field, 'i'));
  });

  it('refuse a document above 5 MiB, which still fits into a body', async () => {
    const document = `data:image/png;base64,${Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(5 * 1024 * 1024)]).toString('base64')}`;
    const answer = await world.api.call('raiseTicket', {
      token: world.player.accessToken,
      body: { ...ticket, document },
    });
    expect(answer).toMatchObject({ status: 400 });
  });
});

it('takes no deposit beyond what the player has set', async () => {
  const { accessToken: token, perform } = await givenPlayer(world.server);
  await perform('setPlayLimit', { kind: 'DEPOSIT', period: 'WEEK', amount: '100.00' }, 'playSafety { timeOutUntil }');
  const addMoney = (amount: number) => world.api.call('addMoney', { token, body: depositBody({ amount }) });
  expect(await addMoney(101)).toMatchObject({ status: 403, body: { code: 'DEPOSIT_LIMIT' } });
  expect((await addMoney(100)).status).toBe(200);
  await perform('startTimeOut', { days: 2 }, 'playSafety { timeOutUntil }');
  expect(await addMoney(1)).toMatchObject({ status: 403, body: { code: 'TIME_OUT' } });
});

describe('what one player piles up', () => {
  it('is bounded: requests that wait, and the smallest withdrawal', async () => {
    const { accessToken: token } = await givenPlayer(world.server, { rupees: 100 });
    const addMoney = () => world.api.call('addMoney', { token, body: depositBody() });
    const withdraw = (amount: number) =>
      world.api.call('withdrawMoney', { token, body: { amount, upiId: 'asha@okbank' } });
    expect(await withdraw(0.99)).toMatchObject({
      status: 400,
      body: { message: 'Invalid Payload', code: 'BELOW_MINIMUM', detail: expect.stringContaining('1.00') as string },
    });
    for (let index = 0; index < 10; index++) {
      expect((await addMoney()).status).toBe(200);
      expect((await withdraw(1)).status).toBe(200);
    }
    const tooMany = { status: 400, body: { message: 'Invalid Payload', code: 'TOO_MANY_OPEN' } };
    expect(await addMoney()).toMatchObject(tooMany);
    expect(await withdraw(1)).toMatchObject(tooMany);
  });

  it('is bounded: what is written in a day', async () => {
    const { accessToken: token, uid } = await givenPlayer(world.server);
    await world.server.database.pool.query(
      `insert into feedback (player_id, rating, text, created_at)
       select id, 5, repeat('x', 400), now() from users, generate_series(1, 5000) where uid = $1`,
      [uid],
    );
    const answer = await world.api.call('raiseTicket', {
      token,
      body: { title: 'UPI Payment Stuck', description: 'Paid, not arrived' },
    });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid Payload', code: 'DAILY_LIMIT' } });
  });
});

expectEverythingReached('player', world);
