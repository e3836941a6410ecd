import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempt, executeAt } from '../support/execute.ts';
import { listenAt } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { lastMail } from '../support/world/mails.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';

const HALF_MINUTE_MS = 30_000;
/** What a socket is closed with when its session ends. */
const FORBIDDEN = 4403;
const PLACE_BET = `mutation ($gameId: String!, $amount: Money!) {
  placeBet(input: { gameId: $gameId, selection: { color: GREEN }, amount: $amount }) {
    ... on PlaceBetPayload { bet { amount } }
    ... on DomainError { code }
  }
}`;
const REQUEST_DEPOSIT = `mutation ($input: RequestDepositInput!) {
  requestDeposit(input: $input) { ... on RequestDepositPayload { transaction { amount } } ... on DomainError { code } }
}`;
const placed = (amount: string) => ({ placeBet: { bet: { amount } } });
const refused = (code: string) => ({ placeBet: { code } });

/** That REST refuses the same is in restSapre, restPlayer and restAuth.test.ts. */
describe('what a player has set to play safely holds over GraphQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const byHttp = (player: Person, call: string, variables: object) => player.execute(call, { ...variables });
  const bySocket = async (player: Person, call: string, variables: object) => {
    const socket = listenAt(server.url, player.accessToken);
    try {
      return await socket.listen(call, { ...variables }).next();
    } finally {
      await socket.close();
    }
  };
  const set = (player: Person, call: string) => player.execute(`mutation { ${call} { __typename } }`);
  let references = 1000;
  const advance = async (ms: number) => {
    server.clock.advance(ms);
    await server.contestClock.idle();
  };

  describe.each([
    ['HTTP', byHttp],
    ['a socket', bySocket],
  ])('by %s', (_name, send) => {
    async function bet(player: Person, amount: string): Promise<unknown> {
      await advance(HALF_MINUTE_MS - (server.clock.now() % HALF_MINUTE_MS));
      const { activeContest } = await server.execute('{ activeContest(gameType: SAPRE_HALF) { gameId } }');
      return send(player, PLACE_BET, { gameId: activeContest.gameId, amount });
    }
    async function askForDeposit(player: Person, amount: string): Promise<unknown> {
      const { viewer } = await player.execute('{ viewer { payee(channel: UPI) { id } } }');
      const reference = `UTR${(references += 1)}`;
      return send(player, REQUEST_DEPOSIT, { input: { amount, reference, payeeId: viewer.payee.id } });
    }

    it('limits on stakes and losses', async () => {
      const player = await givenPlayer(server, { rupees: 100 });
      await set(player, 'setPlayLimit(input: { kind: STAKE, period: DAY, amount: "20.00" })');
      expect(await bet(player, '20.01')).toMatchObject(refused('STAKE_LIMIT'));
      await set(player, 'setPlayLimit(input: { kind: LOSS, period: DAY, amount: "5.00" })');
      expect(await bet(player, '5.01')).toMatchObject(refused('LOSS_LIMIT'));
      expect(await bet(player, '5.00')).toMatchObject(placed('5.00'));
    });

    it('limits on deposits, pending ones counted', async () => {
      const player = await givenPlayer(server);
      await set(player, 'setPlayLimit(input: { kind: DEPOSIT, period: MONTH, amount: "50.00" })');
      expect(await askForDeposit(player, '50.01')).toEqual({ requestDeposit: { code: 'DEPOSIT_LIMIT' } });
      expect(await askForDeposit(player, '50.00')).toEqual({ requestDeposit: { transaction: { amount: '50.00' } } });
      expect(await askForDeposit(player, '0.01')).toEqual({ requestDeposit: { code: 'DEPOSIT_LIMIT' } });
    });

    it('a time-out', async () => {
      const player = await givenPlayer(server, { rupees: 100 });
      expect(await bet(player, '1.00')).toMatchObject(placed('1.00'));
      await set(player, 'startTimeOut(input: { days: 1 })');
      expect(await bet(player, '1.00')).toMatchObject(refused('TIME_OUT'));
      expect(await askForDeposit(player, '1.00')).toEqual({ requestDeposit: { code: 'TIME_OUT' } });
    });

    it('a reality check, until it is answered', async () => {
      const player = await givenPlayer(server, { rupees: 100 });
      await set(player, 'setRealityCheck(input: { minutes: 15 })');
      expect(await bet(player, '1.00')).toMatchObject(placed('1.00'));
      await advance(15 * 60_000);
      expect(await bet(player, '1.00')).toMatchObject(refused('REALITY_CHECK'));
      await set(player, 'answerRealityCheck');
      expect(await bet(player, '1.00')).toMatchObject(placed('1.00'));
    });
  });

  describe('a self-exclusion', () => {
    const answerOf = (name: string, input: object) => attempt(executeAt(server.url), name, input, '__typename');

    it('ends live sockets and every token at once, and withdrawing stays', async () => {
      const player = await givenPlayer(server, { rupees: 100 });
      const socket = listenAt(server.url, player.accessToken);
      const subscription = socket.listen('subscription { walletChanged { available } }');
      await socket.listen('{ serverTime }').next();
      await set(player, 'excludeMyself(input: { months: 6 })');
      expect(await socket.closed).toBe(FORBIDDEN);
      expect(subscription.events).toEqual([]);
      await expect(player.execute('{ viewer { wallet { available } } }')).rejects.toThrow('UNAUTHENTICATED');
      const { email, password } = player;
      expect(await answerOf('withdrawExcluded', { email, password, upiId: 'asha@okbank', amount: '40.00' })).toEqual({
        __typename: 'WithdrawExcludedPayload',
      });
    });

    it('refuses to sign in, by password or link, and to register again', async () => {
      const player = await givenPlayer(server);
      await set(player, 'excludeMyself(input: { months: 6 })');
      expect(await answerOf('login', { id: player.email, password: player.password })).toMatchObject({
        code: 'SELF_EXCLUDED',
      });
      // The mail is one that was asked for.
      await server.execute(`mutation { requestSignInLink(input: { email: "${player.email}" }) { __typename } }`);
      const token = /signInToken=(\S+)/.exec((await lastMail(server.database, player.email)).body)?.[1];
      expect(await answerOf('signInWithLink', { token })).toMatchObject({ code: 'SELF_EXCLUDED' });
      const again = { email: player.email.toUpperCase(), name: 'Somebody Else' };
      expect(await answerOf('register', again)).toMatchObject({ code: 'EMAIL_TAKEN' });
    });

    it('sends no mail about itself, and one when somebody registers with its address', async () => {
      const player = await givenPlayer(server);
      await set(player, 'excludeMyself(input: { forever: true })');
      const newest = async () => lastMail(server.database, player.email);
      expect((await newest()).subject, 'the mail of the registration is the newest').toContain('password');
      expect(await answerOf('register', { email: player.email, name: 'Asha' })).toMatchObject({ code: 'EMAIL_TAKEN' });
      const { subject, body } = await newest();
      expect(subject).toContain("can't be used");
      expect(body).toContain('limits or a pause that its owner has set');
      expect(body).not.toMatch(/\d{4}-\d\d|for ever/);
    });
  });
});
