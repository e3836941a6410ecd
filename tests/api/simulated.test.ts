import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { registerPlayer } from '../../server/domain/accounts/users/registerPlayer.ts';
import { foldActivity } from '../../server/domain/stats/foldActivity.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import { Api } from '../../server/load/api.ts';
import { Crowd } from '../../server/load/crowd.ts';
import { register, signIn } from '../../server/load/simulatedPlayers.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { attempt } from '../support/execute.ts';
import { setMoneyMode } from '../support/realMoney.ts';
import { givenAdmin, givenPlayer } from '../support/world/people.ts';

const minute = 60_000;
let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await startTestServer({ env: { PLAY_CREDIT: '1000' } });
  api = new Api(server.url);
});
afterAll(() => server.stop());

const keyFor = (email: string) => server.services.simulationKeys.keyFor(email);
const simulatedOf = async (email: string) =>
  (await server.database.db.select({ simulated: users.simulated }).from(users).where(eq(users.email, email)))[0]
    ?.simulated;
const bet = async (token: string, amount: string, selection: object) => {
  const { activeContest } = await server.execute('{ activeContest(gameType: SAPRE_ONE) { gameId } }');
  const input = { gameId: activeContest.gameId as string, selection, amount };
  return api.perform('placeBet', input, '... on PlaceBetPayload { bet { id } }', token);
};
const playOn = async () => {
  server.clock.advance(minute);
  await server.contestClock.idle();
};

describe('a simulated player', () => {
  it('is marked by the key of its email alone, and gets its password without a mail', async () => {
    const player = await register(api, keyFor);
    expect(await simulatedOf(player.email)).toBe(true);
    const { viewer } = await (await givenAdmin(server)).execute('{ viewer { admin { simulatedPlayers } } }');
    expect(viewer.admin.simulatedPlayers).toBe(1);
    const { rows } = await server.database.pool.query('select from mails where recipient = $1', [player.email]);
    expect(rows).toHaveLength(0);
    const other = { email: 'other@crowd.invalid', name: 'Other', simulationKey: keyFor('another@crowd.invalid') };
    expect(await attempt(server.execute, 'register', other, 'email')).toMatchObject({ code: 'INVALID_INPUT' });
    const asha = await givenPlayer(server);
    expect(await simulatedOf(asha.email)).toBe(false);
  });

  it('is refused by the database where there is real money, and keeps its mark', async () => {
    const { email } = await register(api, keyFor);
    await expect(
      server.database.pool.query('update users set simulated = false where email = $1', [email]),
    ).rejects.toThrow('from the start or never');
    await setMoneyMode(server.database, 'real');
    await expect(register(api, keyFor)).rejects.toThrow();
    await setMoneyMode(server.database, 'play');
  });

  it('is refused with real money', async () => {
    const real = contextFor(
      { ...server.services, config: { ...server.services.config, moneyMode: 'real' } },
      { kind: 'anonymous' },
    );
    const email = 'a@crowd.invalid';
    const input = { email, name: 'A', simulationKey: keyFor(email) };
    await expect(registerPlayer(real, input)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('is in no ticker and in no public figure, before and after hours are folded', async () => {
    const simulated = await signIn(api, await register(api, keyFor));
    const asha = await givenPlayer(server);
    const rounds = () =>
      server.execute(
        '{ recentWins { sample } transparency(gameType: SAPRE_ONE, month: "2026-11") { rounds { contests stakes payouts returnInterval { high } } } }',
      );
    for (let round = 0; round < 5; round += 1) {
      // Both colours and violet: it wins something in each round.
      for (const color of ['RED', 'GREEN', 'VIOLET']) {
        expect(await bet(simulated.accessToken, '10', { color })).not.toHaveProperty('code');
      }
      expect(await bet(simulated.accessToken, '10', { number: round })).not.toHaveProperty('code');
      expect(await bet(asha.accessToken, '1', { color: 'RED' })).not.toHaveProperty('code');
      await playOn();
    }
    const { rows } = await server.database.pool.query<{
      stakes: bigint;
      paid: bigint;
      wins: number;
      simulated: boolean;
    }>(
      `select sum(bet_amount)::bigint as stakes, sum(win_amount)::bigint as paid,
              (count(*) filter (where win_amount > bet_amount))::int as wins, u.simulated
         from contest_results r join users u on u.id = r.player_id group by u.simulated order by u.simulated`,
    );
    expect(rows).toMatchObject([{ stakes: 500n }, { stakes: 20_000n }]);
    const fresh = await rounds();
    const paid = (Number(rows[0]?.paid) / 100).toFixed(2);
    expect(fresh.transparency.rounds).toMatchObject({ contests: 5, stakes: '5.00', payouts: paid });
    // One bet of ₹1 on red in each of five rounds: of such returns, not of the simulated stakes.
    expect(fresh.transparency.rounds.returnInterval.high).toBeGreaterThan(1.5);
    expect(fresh.transparency.rounds.returnInterval.high).toBeLessThan(2);
    // Real wins are shown once there are four: without the simulated ones, only if she has won as often.
    const samples = fresh.recentWins.every(({ sample }: { sample: boolean }) => sample);
    expect(samples).toBe((rows[0]?.wins ?? 0) < 4);

    server.clock.advance(120 * minute);
    await server.contestClock.idle();
    await foldActivity(contextFor(server.services, { kind: 'system' }));
    const { rows: folded } = await server.database.pool.query<{ stakes: bigint }>(
      `select sum(stakes)::bigint as stakes from hourly_draws where game_type = 'sapreOne'`,
    );
    expect(folded[0]?.stakes).toBe(500n);
    expect((await rounds()).transparency.rounds).toMatchObject({ stakes: '5.00', payouts: paid });
  });
});

describe('the crowd', () => {
  it('plays, deposits, leaves, comes back, and ends when it is told to', async () => {
    const over = new AbortController();
    const crowd = new Crowd({ api, players: 6, keyFor, signal: over.signal, haste: 2_000 });
    const run = crowd.run();
    const done = () => crowd.counts.departures >= 12 && crowd.counts.deposits >= 6 && crowd.counts.messages >= 1;
    await vi.waitUntil(done, { timeout: 60_000, interval: 20 });
    over.abort();
    await run;
    expect(crowd.counts).toMatchObject({ registered: 6, present: 0, failures: 0, deposits: 6 });
    expect(crowd.counts.bets).toBeGreaterThan(20);
    const { rows } = await server.database.pool.query<{ open: number }>(
      'select count(*)::int as open from sessions s join users u on u.id = s.user_id where u.simulated and s.ended_at is null',
    );
    // Those of the other tests, who stay signed in.
    expect(rows[0]?.open).toBe(1);
  });
});
