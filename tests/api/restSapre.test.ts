import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tamper } from '../support/tamper.ts';
import { givenPlayer } from '../support/world/people.ts';
import { expectEverythingReached, walkGroup } from '../rest/walk.ts';
import { moveOn, givenWorld } from '../rest/world.ts';

const world = givenWorld();
walkGroup('sapre', world);

const HALF_MINUTE = 30;

/** The running 30-second round at its very beginning, so that all of its time to bet lies ahead. */
async function freshRound() {
  await moveOn(world, HALF_MINUTE - ((world.server.clock.now() / 1_000) % HALF_MINUTE));
  const query = { gameType: 'sapreHalf' };
  const { contest } = await world.api.succeed('getActiveSapreContest', { token: world.player.accessToken, query });
  return contest;
}

const bettor = (rupees = 100) => givenPlayer(world.server, { rupees });

async function override(gameId: string, number: number) {
  const body = { gameId, gameType: 'sapreHalf', number };
  await world.api.succeed('overrideGameResult', { token: world.admin.accessToken, body });
}

describe('a round with limits', () => {
  it('refuses a bet beyond one, with what is still possible', async () => {
    const { api, admin } = world;
    const set = (maxBet: string | null) =>
      admin.perform('setGameLimits', { gameType: 'SAPRE_HALF', maxBet, reason: 'set by a test' }, 'limits { maxBet }');
    const player = await bettor();
    await set('20.00');
    const { gameId } = await freshRound();
    const body = { gameId, amount: 20.01, betType: 'number', betValue: 7 };
    expect(await api.call('placeBet', { token: player.accessToken, body })).toMatchObject({
      status: 400,
      body: { success: false, code: 'LIMIT_EXCEEDED', detail: 'amount: at most 20.00' },
    });
    await api.succeed('placeBet', { token: player.accessToken, body: { ...body, amount: 20 } });
    await set(null);
  });
});

describe('a paused game', () => {
  it('has no running round: 404 with the notice, or with when the next one opens', async () => {
    const { api, admin, player, server } = world;
    const input = { scope: 'SAPRE_HALF', notice: 'We are back at noon.' };
    await freshRound();
    await admin.execute('mutation ($input: PauseInput!) { pause(input: $input) { __typename } }', { input });
    await moveOn(world, HALF_MINUTE);
    const query = { gameType: 'sapreHalf' };
    const answered = async (detail: string) =>
      expect(await api.call('getActiveSapreContest', { token: player.accessToken, query })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'No round is running.', detail },
      });
    await answered(input.notice);
    // Calls find no pause, and the game's clock gets no event of its end, so that no round opens.
    await tamper(server.database, "update pauses set scope = 'deposits' where scope = 'sapreHalf'");
    const next = Math.ceil((server.clock.now() + 1) / 30_000) * 30_000;
    await answered(`The next round opens at ${new Date(next).toISOString()}.`);
    await tamper(server.database, "update pauses set scope = 'sapreHalf' where scope = 'deposits'");
    await admin.execute('mutation { resume(input: { scope: SAPRE_HALF }) { __typename } }');
    await world.server.contestClock.idle();
    const { contest } = await api.succeed('getActiveSapreContest', { token: player.accessToken, query });
    expect(contest).not.toBeNull();
  });
});

describe('the running round', () => {
  it('shows when it closes and ends, who decides it, and its commitment', async () => {
    const { api, player, server } = world;
    for (const [gameType, length, cutoff] of [
      ['sapreHalf', 30, 5],
      ['sapreOne', 60, 30],
      ['sapreThree', 180, 30],
    ] as const) {
      const { contest, serverTime } = await api.succeed('getActiveSapreContest', {
        token: player.accessToken,
        query: { gameType },
      });
      const { startTime, evaluationTime, endTime, winner } = contest.gameData;
      expect(Date.parse(endTime) - Date.parse(startTime)).toBe(length * 1_000);
      expect(Date.parse(endTime) - Date.parse(evaluationTime)).toBe(cutoff * 1_000);
      expect(winner).toBeNull();
      expect(contest).toMatchObject({ gameType, decidedBy: 'DRAW', profitabilityLevel: null, seed: null });
      expect(serverTime).toBe(new Date(server.clock.now()).toISOString());
    }
  });

  it('is there for admins too, who may not bet', async () => {
    await world.api.succeed('getActiveSapreContest', {
      token: world.admin.accessToken,
      query: { gameType: 'sapreOne' },
    });
  });

  it('shows the next round to a client that reloads once at the very end', async () => {
    const { api, player, server } = world;
    const { gameId } = await freshRound();
    server.clock.advance(HALF_MINUTE * 1_000);
    const query = { gameType: 'sapreHalf' };
    const { contest } = await api.succeed('getActiveSapreContest', { token: player.accessToken, query });
    const { contests } = await api.succeed('getSapreContestList', { token: player.accessToken, query });
    expect(contest.gameId).not.toBe(gameId);
    expect(contests[0].gameId).toBe(gameId);
  });
});

describe('finished rounds', () => {
  it('are listed newest first with number, colours and seed, ten by default', async () => {
    const { api, player } = world;
    for (let round = 0; round < 12; round += 1) await moveOn(world, HALF_MINUTE);
    const list = async (query: Record<string, string>) =>
      (
        await api.succeed('getSapreContestList', {
          token: player.accessToken,
          query: { gameType: 'sapreHalf', ...query },
        })
      )['contests'];
    const newest = await list({});
    expect(newest).toHaveLength(10);
    expect(await list({ limit: '3', offset: '2' })).toEqual(newest.slice(2, 5));
    expect(await list({ offset: '2147483647' })).toEqual([]);
    for (const { gameId, gameData, seed, commitment } of newest) {
      expect(gameId).toMatch(/^sapreHalf-\d{12}$/);
      expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(commitment);
      const colors = { 0: ['green', 'blue'], 5: ['blue', 'red'] }[gameData.winner.number as 0 | 5];
      expect(gameData.winner.colors).toEqual(colors ?? [gameData.winner.number % 2 === 0 ? 'green' : 'red']);
    }
  });
});

describe('bets', () => {
  it.each([
    ['color', 'green', 'green'],
    ['color', 'blue', 'blue'],
    ['color', 'violet', 'blue'],
    ['color', 'red', 'red'],
    ['number', 0, 0],
    ['number', 9, 9],
  ])('on %s %s leave the balance at once', async (betType, betValue, shown) => {
    const { api } = world;
    const { gameId } = await freshRound();
    const { accessToken: token } = await bettor(100);
    const body = { gameId, amount: 10.5, betType, betValue, extra: 'ignored' };
    const { bet, balance } = await api.succeed('placeBet', { token, body });
    expect(bet).toMatchObject({ gameId, amount: 10.5, betType, betValue: shown });
    expect(balance).toBe(89.5);
    expect(await api.succeed('getWalletHistory', { token })).toMatchObject({
      amount: 89.5,
      activeGames: [{ gameId, amount: 10.5 }],
    });
  });

  it('make one active game each round, whatever their number, and one entry when it has ended', async () => {
    const { api, server } = world;
    const { gameId } = await freshRound();
    const { accessToken: token } = await bettor(100);
    for (const betValue of ['green', 'red']) {
      await api.succeed('placeBet', { token, body: { gameId, amount: 20, betType: 'color', betValue } });
    }
    const running = await api.succeed('getWalletHistory', { token });
    expect(running).toMatchObject({ amount: 60, activeGames: [{ gameId, amount: 40 }] });

    // A single reload at 00:00, without waiting for the settlement first.
    server.clock.advance(HALF_MINUTE * 1_000);
    const { amount, activeGames, walletHistory } = await api.succeed('getWalletHistory', { token });
    const { winAmount } = walletHistory[0].gameData;
    expect(activeGames).toEqual([]);
    expect([32, 40]).toContain(winAmount);
    expect(amount).toBe(60 + winAmount);
    expect(walletHistory[0]).toMatchObject({
      transactionType: 'credit',
      amount: winAmount,
      gameData: { gameId, betAmount: 40 },
    });
  });

  it('that win nothing are a debit of the stake', async () => {
    const { api } = world;
    const { gameId } = await freshRound();
    const { accessToken: token } = await bettor(100);
    await api.succeed('placeBet', { token, body: { gameId, amount: 20, betType: 'number', betValue: 3 } });
    await override(gameId, 4);
    await moveOn(world, HALF_MINUTE);
    const { amount, walletHistory } = await api.succeed('getWalletHistory', { token });
    expect(amount).toBe(80);
    expect(walletHistory[0]).toMatchObject({
      transactionType: 'debit',
      amount: 20,
      gameData: { gameId, betAmount: 20, winAmount: 0 },
    });
    const query = { gameType: 'sapreHalf', limit: '1' };
    const { contests } = await api.succeed('getSapreContestList', { token, query });
    expect(contests[0].outcomes).toHaveLength(10);
    expect(contests[0].outcomes[3]).toEqual({ number: 3, stakes: 20, payouts: 192 });
    expect(contests[0].outcomes[4]).toEqual({ number: 4, stakes: 20, payouts: 0 });
  });

  it('of an unknown type are 403, and of a value that does not fit are 400', async () => {
    const { api, player } = world;
    const { gameId } = await freshRound();
    const bet = (betType: unknown, betValue: unknown) =>
      api.call('placeBet', { token: player.accessToken, body: { gameId, amount: 10, betType, betValue } });
    for (const betType of ['colour', 'Color', 5, null, []]) {
      expect(await bet(betType, 'red')).toMatchObject({ status: 403, body: { message: 'Invalid bet type' } });
    }
    for (const [betType, betValue] of [
      ['color', 'Red'],
      ['color', 'yellow'],
      ['color', 5],
      ['number', '5'],
      ['number', 10],
      ['number', 1.5],
    ]) {
      const answer = await bet(betType, betValue);
      expect(answer).toMatchObject({ status: 400, body: { message: 'Please try again' } });
      expect(answer.body['detail']).toContain('betValue');
    }
  });

  it.each([0, -1, 0.001, 10.005, 10_000_000.01])('of %d rupees are refused', async (amount) => {
    const { gameId } = await freshRound();
    const body = { gameId, amount, betType: 'color', betValue: 'red' };
    const answer = await world.api.call('placeBet', { token: world.player.accessToken, body });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Please try again' } });
    expect(answer.body['detail']).toContain('amount');
  });

  it('above the balance are 405, with the allowed method', async () => {
    const { gameId } = await freshRound();
    const body = { gameId, amount: 10_000_000, betType: 'color', betValue: 'red' };
    const answer = await world.api.call('placeBet', { token: world.player.accessToken, body });
    expect(answer).toMatchObject({ status: 405, body: { message: 'Insufficient Balance. Can-not place bet' } });
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('are refused from evaluationTime on, and on a round that is none', async () => {
    const { api, player } = world;
    const { gameId } = await freshRound();
    const bet = (id: string) =>
      api.call('placeBet', {
        token: player.accessToken,
        body: { gameId: id, amount: 10, betType: 'color', betValue: 'red' },
      });
    expect(await bet('sapreHalf-200001010001')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    await moveOn(world, 24.999);
    expect(await bet(gameId)).toMatchObject({ status: 200 });
    await moveOn(world, 0.001);
    expect(await bet(gameId)).toMatchObject({ status: 400, body: { message: 'Betting is closed for this round' } });
  });

  it('are placed once per Idempotency-Key, which answers the same even when the round has closed', async () => {
    const { api } = world;
    const { gameId } = await freshRound();
    const { accessToken: token } = await bettor(100);
    const body = { gameId, amount: 10, betType: 'color', betValue: 'blue' };
    const headers = { 'idempotency-key': 'bet-1' };
    const first = await api.call('placeBet', { token, body, headers });
    expect(first.status).toBe(200);
    await api.succeed('placeBet', { token, body });
    await moveOn(world, HALF_MINUTE);
    const again = await api.call('placeBet', { token, body, headers });
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    const replayed = [first, again].map((answer) => answer.headers.get('idempotent-replayed'));
    expect(replayed).toEqual([null, 'true']);
    const other = await api.call('placeBet', { token, body: { ...body, amount: 20 }, headers });
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });
});

describe('a round whose result an operator has set', () => {
  it('is marked, keeps the number, and lets players cancel their bets', async () => {
    const { api } = world;
    const { gameId } = await freshRound();
    const { accessToken: token } = await bettor(100);
    for (const betValue of [1, 2]) {
      await api.succeed('placeBet', { token, body: { gameId, amount: 10, betType: 'number', betValue } });
    }
    const early = await api.call('cancelBets', { token, body: { gameId } });
    expect(early).toMatchObject({ status: 400, body: { code: 'NOTHING_TO_CANCEL' } });

    await override(gameId, 7);
    const query = { gameType: 'sapreHalf' };
    const { contest } = await api.succeed('getActiveSapreContest', { token, query });
    expect(contest).toMatchObject({ gameId, decidedBy: 'OPERATOR', seed: null, gameData: { winner: null } });

    const headers = { 'idempotency-key': 'cancel-1' };
    const cancelled = await api.succeed('cancelBets', { token, body: { gameId }, headers });
    expect(cancelled).toEqual({ success: true, refunded: 2, amount: 20 });
    expect(await api.succeed('getWalletHistory', { token })).toMatchObject({ amount: 100, activeGames: [] });
    expect(await api.succeed('cancelBets', { token, body: { gameId }, headers })).toEqual(cancelled);
    expect(await api.call('cancelBets', { token, body: { gameId } })).toMatchObject({ status: 400 });

    const unknown = await api.call('cancelBets', { token, body: { gameId: 'sapreHalf-200001010001' } });
    expect(unknown).toMatchObject({ status: 404 });
    await moveOn(world, 26);
    expect(await api.call('cancelBets', { token, body: { gameId } })).toMatchObject({
      status: 400,
      body: { code: 'BETTING_CLOSED' },
    });
    const next = await freshRound();
    const reused = await api.call('cancelBets', { token, body: { gameId: next.gameId }, headers });
    expect(reused).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });
});

describe('what a player has set to play safely', () => {
  const safety = 'playSafety { timeOutUntil }';
  const placeBet = async (token: string, amount: number) => {
    await moveOn(world, HALF_MINUTE - ((world.server.clock.now() / 1_000) % HALF_MINUTE));
    // With its own token: the others' may have expired by then.
    const { contest } = await world.api.succeed('getActiveSapreContest', { token, query: { gameType: 'sapreHalf' } });
    const body = { gameId: contest.gameId, amount, betType: 'color', betValue: 'green' };
    return world.api.call('placeBet', { token, body });
  };

  it('refuses with 403, a code of its own and its end in the detail', async () => {
    const { accessToken, perform } = await bettor();
    await perform('setPlayLimit', { kind: 'STAKE', period: 'DAY', amount: '20.00' }, safety);
    expect(await placeBet(accessToken, 21)).toMatchObject({
      status: 403,
      body: {
        success: false,
        message: 'This is more than your limit on stakes allows.',
        code: 'STAKE_LIMIT',
        detail: expect.stringMatching(/^at most 20.00 until \d{4}-\d\d-\d\dT18:30:00.000Z$/) as unknown,
      },
    });
    await perform('setPlayLimit', { kind: 'LOSS', period: 'MONTH', amount: '5.00' }, safety);
    expect(await placeBet(accessToken, 6)).toMatchObject({ status: 403, body: { code: 'LOSS_LIMIT' } });
    await perform('startTimeOut', { days: 1 }, safety);
    expect(await placeBet(accessToken, 1)).toMatchObject({ status: 403, body: { code: 'TIME_OUT' } });
  });

  it('holds bets up until the reality check is answered', async () => {
    const { accessToken, perform, execute } = await bettor();
    await perform('setRealityCheck', { minutes: 15 }, safety);
    expect((await placeBet(accessToken, 1)).status).toBe(200);
    await moveOn(world, 15 * 60);
    expect(await placeBet(accessToken, 1)).toMatchObject({
      status: 403,
      body: { code: 'REALITY_CHECK', detail: 'until you answer it' },
    });
    await execute('mutation { answerRealityCheck { __typename } }');
    expect((await placeBet(accessToken, 1)).status).toBe(200);
  });
});

expectEverythingReached('sapre', world);
