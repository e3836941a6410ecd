import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenAt } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';

const HALF_MINUTE_MS = 30_000;
const PLACE_BET = `mutation ($gameId: String!, $amount: Money!) {
  placeBet(input: { gameId: $gameId, selection: { color: GREEN }, amount: $amount }) {
    ... on PlaceBetPayload { bet { amount } }
    ... on DomainError { code }
  }
}`;
const placed = (amount: string) => ({ placeBet: { bet: { amount } } });
const refused = (code: string) => ({ placeBet: { code } });

/** That REST refuses the same is in restSapre.test.ts. */
describe('what a player has set to play safely holds over GraphQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const byHttp = (player: Person, variables: Record<string, unknown>) => player.execute(PLACE_BET, variables);
  const bySocket = async (player: Person, variables: Record<string, unknown>) => {
    const socket = listenAt(server.url, player.accessToken);
    try {
      return await socket.listen(PLACE_BET, variables).next();
    } finally {
      await socket.close();
    }
  };
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
      return send(player, { gameId: activeContest.gameId, amount });
    }
    const set = (player: Person, call: string) => player.execute(`mutation { ${call} { __typename } }`);

    it('limits on stakes and losses', async () => {
      const player = await givenPlayer(server, { rupees: 100 });
      await set(player, 'setPlayLimit(input: { kind: STAKE, period: DAY, amount: "20.00" })');
      expect(await bet(player, '20.01')).toMatchObject(refused('STAKE_LIMIT'));
      await set(player, 'setPlayLimit(input: { kind: LOSS, period: DAY, amount: "5.00" })');
      expect(await bet(player, '5.01')).toMatchObject(refused('LOSS_LIMIT'));
      expect(await bet(player, '5.00')).toMatchObject(placed('5.00'));
    });

    it('a time-out', async () => {
      const player = await givenPlayer(server, { rupees: 100 });
      expect(await bet(player, '1.00')).toMatchObject(placed('1.00'));
      await set(player, 'startTimeOut(input: { days: 1 })');
      expect(await bet(player, '1.00')).toMatchObject(refused('TIME_OUT'));
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
});
