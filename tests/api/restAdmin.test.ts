import { describe, expect, it } from 'vitest';
import { depositBody } from '../rest/world.ts';
import { mailedPassword, randomEmail } from '../support/world/mails.ts';
import { givenPlayer, signIn } from '../support/world/people.ts';
import { tamper } from '../support/tamper.ts';
import { expectEverythingReached, walkGroup } from '../rest/walk.ts';
import { moveOn, givenWorld } from '../rest/world.ts';

const world = givenWorld();
walkGroup('admin', world);

const HALF_MINUTE = 30;

/** Calls as the admin. */
const succeed = (operationId: string, call: object = {}) =>
  world.api.succeed(operationId, { token: world.admin.accessToken, ...call });
const call = (operationId: string, body: object) =>
  world.api.call(operationId, { token: world.admin.accessToken, body });

/** The running 30-second round at its very beginning. */
async function freshRound(): Promise<string> {
  await moveOn(world, HALF_MINUTE - ((world.server.clock.now() / 1_000) % HALF_MINUTE));
  const { contest } = await succeed('getActiveSapreContest', { query: { gameType: 'sapreHalf' } });
  return contest.gameId;
}

describe('game settings', () => {
  it('are the fair draw on a new install', async () => {
    expect(await succeed('getSapreConfigDetails')).toEqual({
      success: true,
      sapreConfig: {
        randomize: true,
        profitabilityIndex: { value: 0 },
        sapreHalf: { winner: null },
        sapreOne: { winner: null },
        sapreThree: { winner: null },
      },
    });
  });

  it('take effect from the next round that opens, which shows them', async () => {
    const gameId = await freshRound();
    await succeed('randomizeGameResult', { body: { isRandom: false } });
    const { sapreConfig } = await succeed('setProfitabilityLevel', { body: { value: 7, extra: 'ignored' } });
    expect(sapreConfig).toMatchObject({ randomize: false, profitabilityIndex: { value: 7 } });

    const running = await succeed('getActiveSapreContest', { query: { gameType: 'sapreHalf' } });
    expect(running['contest']).toMatchObject({ gameId, decidedBy: 'DRAW', profitabilityLevel: null });
    await freshRound();
    const next = await succeed('getActiveSapreContest', { query: { gameType: 'sapreHalf' } });
    expect(next['contest']).toMatchObject({ decidedBy: 'PROFIT_RULE', profitabilityLevel: 7 });
    await succeed('randomizeGameResult', { body: { isRandom: true } });
  });
});

describe('overriding a result', () => {
  const override = (gameId: string, changes: object = {}) =>
    call('overrideGameResult', { gameId, gameType: 'sapreHalf', number: 7, ...changes });

  it('shows the number to admins, and a second one replaces the first', async () => {
    const gameId = await freshRound();
    for (const number of [7, 0]) {
      const { sapreConfig } = (await override(gameId, { number })).body;
      expect(sapreConfig.sapreHalf).toEqual({ winner: { number } });
    }
    const logged = `select reason from audit_log where action = 'contest:override' and subject = $1`;
    const { rows } = await world.server.database.pool.query(logged, [gameId]);
    expect(rows).toEqual([{ reason: 'over REST' }, { reason: 'over REST' }]);
    await freshRound();
    expect((await succeed('getSapreConfigDetails'))['sapreConfig'].sapreHalf).toEqual({ winner: null });
    const { contests } = await succeed('getSapreContestList', { query: { gameType: 'sapreHalf' } });
    expect(contests[0]).toMatchObject({ gameId, decidedBy: 'OPERATOR', gameData: { winner: { number: 0 } } });
  });

  it('is proposed where it needs a second admin: nothing is set yet, and the round takes no bets', async () => {
    const needs = (paise: number | null) =>
      tamper(
        world.server.database,
        `update second_admin_thresholds set from_amount = ${paise} where kind = 'override'`,
      );
    const gameId = await freshRound();
    await needs(0);
    const { status, body } = await override(gameId);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, proposed: true, sapreConfig: { sapreHalf: { winner: null } } });
    expect(await override(gameId)).toMatchObject({ status: 409, body: { code: 'ALREADY_PROPOSED' } });
    const token = world.player.accessToken;
    const wager = { gameId, amount: 10, betType: 'number', betValue: 3 };
    expect(await world.api.call('placeBet', { token, body: wager })).toMatchObject({
      status: 400,
      body: { message: 'Betting is closed for this round' },
    });
    await needs(null);
  });

  it('is refused in the last 5 s before betting closes, and after', async () => {
    const gameId = await freshRound();
    await moveOn(world, 20);
    const late = { status: 400, body: { message: 'Invalid Payload' } };
    expect(await override(gameId)).toMatchObject(late);
    await moveOn(world, 5);
    expect(await override(gameId)).toMatchObject({ ...late, body: { ...late.body, code: 'BETTING_CLOSED' } });
  });

  it('is refused in a round of the profit rule, where the game has a payout limit', async () => {
    const limit = (maxPayout: string | null) =>
      world.admin.perform(
        'setGameLimits',
        { gameType: 'SAPRE_HALF', maxPayout, reason: 'set by a test' },
        'limits { maxPayout }',
      );
    await limit('1000.00');
    await succeed('randomizeGameResult', { body: { isRandom: false } });
    const { status, body } = await override(await freshRound());
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'OVERRIDE_BEYOND_LIMIT' } });
    expect(body['message']).toContain('its payout limit does not hold under the profit rule');
    await succeed('randomizeGameResult', { body: { isRandom: true } });
    await limit(null);
  });

  it('is refused for a round that is none, or of another game', async () => {
    const gameId = await freshRound();
    expect(await override('sapreHalf-200001010001')).toMatchObject({ status: 404 });
    expect(await override(gameId, { gameType: 'sapreOne' })).toMatchObject({ status: 404 });
  });

  it('refuses wrong input in its words', async () => {
    const answer = await override(await freshRound(), { number: 10 });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid Payload', code: 'INVALID_INPUT' } });
    expect(answer.body['detail']).toContain('number');
  });
});

describe('figures', () => {
  it('of finished rounds are there for an admin who reloads once at the end', async () => {
    const { api, player, server } = world;
    const gameId = await freshRound();
    await api.succeed('placeBet', {
      token: player.accessToken,
      body: { gameId, amount: 100, betType: 'number', betValue: 3 },
    });
    await succeed('overrideGameResult', { body: { gameId, gameType: 'sapreHalf', number: 3 } });
    server.clock.advance(HALF_MINUTE * 1_000);
    const { contests } = await succeed('getSapreContestDetailsList', { query: { gameType: 'sapreHalf', limit: '1' } });
    expect(contests).toHaveLength(1);
    expect(contests[0]).toMatchObject({ gameId, betAmount: 100, profit: -860, decidedBy: 'OPERATOR' });
    await server.contestClock.idle();
  });

  it('count active players and profit within a range', async () => {
    const { server } = world;
    const range = { startDate: String(server.clock.now() - 3_600_000), endDate: String(server.clock.now() + 1) };
    expect(await succeed('getActivePlayerStats', { query: range })).toMatchObject({
      activeInBetting: 1,
      activeInSapreHalf: 1,
      activeInSapreOne: 0,
      activeInSapreThree: 0,
    });
    const { stats } = await succeed('getProfitStats', { query: range });
    expect(stats).toContainEqual({ _id: 'sapreHalf', totalBetAmount: 100, totalProfit: -860 });
    const before = { startDate: '0', endDate: '1' };
    expect(await succeed('getActivePlayerStats', { query: before })).toMatchObject({ activeOnPlatform: 0 });
  });

  it('refuse a range that ends before it begins', async () => {
    for (const operationId of ['getActivePlayerStats', 'getProfitStats']) {
      const query = { startDate: '2', endDate: '1' };
      const { status } = await world.api.call(operationId, { token: world.admin.accessToken, query });
      expect(status).toBe(400);
    }
  });
});

describe('admins', () => {
  it('are registered by mail, listed newest first, and shut out for good', async () => {
    const { api, server } = world;
    const address = randomEmail();
    const { member } = await succeed('addUser', { body: { name: 'Ravi Nair', email: address, userType: 'admin' } });
    expect(member).toMatchObject({ name: 'Ravi Nair', email: address, status: 'active' });
    const admin = await signIn(server, address, await mailedPassword(server.database, address));
    const { members } = await succeed('getUserList', { body: {} });
    expect(members[0]).toEqual(member);
    expect((await succeed('getUserList', { body: { limit: 1, offset: 1 } }))['members']).toEqual([members[1]]);
    // The old client sends no body.
    expect((await succeed('getUserList'))['members']).toEqual(members);

    const { member: deactivated } = await succeed('deactivateUser', { body: { userId: member._id } });
    expect(deactivated).toEqual({ ...member, status: 'deactivated' });
    expect(await api.call('getUserList', { token: admin.accessToken, body: {} })).toMatchObject({ status: 401 });
    const again = await call('deactivateUser', { userId: member.userId });
    expect(again).toMatchObject({ status: 400 });
  });

  it.each([
    ['an email that is none', { email: 'ravi' }, 400, 'Invalid Payload'],
    ['a player', { userType: 'player' }, 400, 'Invalid Payload'],
    ['nobody', { name: ' ' }, 400, 'Invalid Payload'],
    ['another with the name of an admin', { name: 'primary ADMIN' }, 400, 'Invalid Payload'],
    ['somebody who is there', { email: 'ADMIN@rangoli.local' }, 401, 'User with this email already exists'],
  ])('refuse to register %s', async (_what, changes, status, message) => {
    const answer = await call('addUser', { name: 'Ravi', email: randomEmail(), userType: 'admin', ...changes });
    expect(answer).toMatchObject({ status, body: { message } });
  });

  it('cannot deactivate the primary admin, themselves, or an unknown user', async () => {
    const { api, server, admin } = world;
    const address = randomEmail();
    await succeed('addUser', { body: { name: 'Nikhil', email: address, userType: 'admin' } });
    const second = await signIn(server, address, await mailedPassword(server.database, address));
    for (const [token, userId] of [
      [second.accessToken, admin.uid],
      [second.accessToken, second.uid],
    ]) {
      const answer = await api.call('deactivateUser', { token, body: { userId } });
      expect(answer).toMatchObject({ status: 403, body: { code: 'USER_PROTECTED' } });
    }
    expect(await call('deactivateUser', { userId: '99999999999' })).toMatchObject({ status: 404 });
  });

  it('may shut out players too', async () => {
    const player = await givenPlayer(world.server);
    await succeed('deactivateUser', { body: { userId: player.uid } });
    expect(await world.api.call('getMyTickets', { token: player.accessToken })).toMatchObject({ status: 401 });
  });
});

describe('UPI ids', () => {
  it('are added active, switched off and on, and removed', async () => {
    const { upi } = await succeed('addUpiId', { body: { upiId: 'rangoli@okbank', extra: 'ignored' } });
    expect(upi).toMatchObject({ upiId: 'rangoli@okbank', active: true });
    expect((await succeed('getUpiIdList'))['upiList'][0]).toEqual(upi);
    for (const active of [false, true]) {
      const switched = await succeed('changeUpiIdStatus', { body: { _id: upi._id, active } });
      expect(switched['upi']).toEqual({ ...upi, active });
    }
    expect(await succeed('removeUpiId', { body: { _id: upi._id } })).toEqual({ success: true });
    expect((await succeed('getUpiIdList'))['upiList']).not.toContainEqual(upi);
    const { rows } = await world.server.database.pool.query(
      `select distinct reason from audit_log where subject_type = 'payee' and subject = 'rangoli@okbank'`,
    );
    expect(rows).toEqual([{ reason: 'over REST' }]);
    expect(await call('removeUpiId', { _id: upi._id })).toMatchObject({ status: 404 });
    expect(await call('changeUpiIdStatus', { _id: upi._id, active: true })).toMatchObject({ status: 404 });
  });

  it('are proposed where that needs a second admin, and nothing changes', async () => {
    const needs = (from: number | null) =>
      tamper(world.server.database, `update second_admin_thresholds set from_amount = ${from} where kind = 'payee'`);
    const { upi } = await succeed('addUpiId', { body: { upiId: 'off@okbank' } });
    expect(await succeed('changeUpiIdStatus', { body: { _id: upi._id, active: false } })).not.toHaveProperty(
      'proposed',
    );
    await needs(0);
    const body = { _id: upi._id, active: true };
    const off = { ...upi, active: false };
    expect(await succeed('changeUpiIdStatus', { body })).toEqual({ success: true, upi: off, proposed: true });
    expect(await call('changeUpiIdStatus', body)).toMatchObject({ status: 409, body: { code: 'ALREADY_PROPOSED' } });
    const added = { body: { upiId: 'proposed@okbank' } };
    expect(await succeed('addUpiId', added)).toEqual({ success: true, upi: null, proposed: true });
    expect(await call('addUpiId', added.body)).toMatchObject({ status: 409 });
    const account = { accountNumber: '40100234567890', ifscCode: 'HDFC0001234', accountHolderName: 'Rangoli Games' };
    expect(await succeed('addBankAccount', { body: account })).toEqual({
      success: true,
      bankAccount: null,
      proposed: true,
    });
    expect((await call('addBankAccount', account)).status).toBe(409);
    const { bankAccountList } = await succeed('getBankAccountList');
    expect(bankAccountList).not.toContainEqual(expect.objectContaining({ accountNumber: account.accountNumber }));
    await needs(null);
    const other = { ...account, accountNumber: '40100234567891' };
    const { bankAccount } = await succeed('addBankAccount', { body: other });
    const switchTo = (active: boolean) => ({ _id: bankAccount._id, active });
    await succeed('changeBankAccountStatus', { body: switchTo(false) });
    await needs(0);
    expect(await succeed('changeBankAccountStatus', { body: switchTo(true) })).toMatchObject({
      bankAccount: { active: false },
      proposed: true,
    });
    expect((await call('changeBankAccountStatus', switchTo(true))).status).toBe(409);
    expect(JSON.stringify(await succeed('getUpiIdList'))).not.toContain('proposed@okbank');
    await needs(null);
    await succeed('removeUpiId', { body: { _id: upi._id } });
    await succeed('removeBankAccount', { body: { _id: bankAccount._id } });
  });

  it('are refused when they are none or there already', async () => {
    for (const upiId of ['rangoli', 'play@rangoli']) {
      expect(await call('addUpiId', { upiId })).toMatchObject({ status: 400, body: { message: 'Please try again' } });
    }
  });

  it('may still be named by a deposit for a day after they were switched off', async () => {
    const { api, server } = world;
    const { upi } = await succeed('addUpiId', { body: { upiId: 'briefly@okbank' } });
    await succeed('changeUpiIdStatus', { body: { _id: upi._id, active: false } });
    const { accessToken: token } = await givenPlayer(server);
    await api.succeed('addMoney', { token, body: { ...depositBody(), upiId: 'briefly@okbank' } });
    const { transactions } = await succeed('getPendingTransactions', { query: { limit: '1' } });
    expect(transactions[0]).toMatchObject({ upiId: 'briefly@okbank', payeeActive: false });
  });
});

describe('bank accounts', () => {
  const account = { accountNumber: '50100234567890', ifscCode: 'hdfc0001234', accountHolderName: 'Rangoli Games' };

  it('are added active, switched off and on, and removed', async () => {
    const { bankAccount } = await succeed('addBankAccount', { body: account });
    expect(bankAccount).toMatchObject({ ...account, ifscCode: 'HDFC0001234', active: true });
    expect((await succeed('getBankAccountList'))['bankAccountList']).toEqual([bankAccount]);
    for (const active of [false, true]) {
      const switched = await succeed('changeBankAccountStatus', { body: { _id: bankAccount._id, active } });
      expect(switched['bankAccount']).toEqual({ ...bankAccount, active });
    }
    // Each list changes only its own entries.
    expect(await call('removeUpiId', { _id: bankAccount._id })).toMatchObject({ status: 404 });
    expect(await succeed('removeBankAccount', { body: { _id: bankAccount._id } })).toEqual({ success: true });
    expect((await succeed('getBankAccountList'))['bankAccountList']).toEqual([]);
    expect(await call('removeBankAccount', { _id: bankAccount._id })).toMatchObject({ status: 404 });
    const switched = await call('changeBankAccountStatus', { _id: bankAccount._id, active: true });
    expect(switched).toMatchObject({ status: 404 });
  });

  it.each([
    ['letters in the number', { accountNumber: '12AB56' }, 'Account number'],
    ['a wrong IFSC code', { ifscCode: 'HDFC' }, 'ifscCode'],
    ['no holder', { accountHolderName: ' ' }, 'accountHolderName'],
  ])('are refused with %s', async (_what, changes, field) => {
    const answer = await call('addBankAccount', { ...account, ...changes });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Please try again' } });
    expect(answer.body['detail']).toContain(field);
  });
});

expectEverythingReached('admin', world);
