import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appearanceOrder } from '../../server/domain/contests/draw.ts';
import type { Answer } from '../support/execute.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenAdmin, givenPlayer } from '../support/world/people.ts';

const minute = 60_000;
const query = `query ($month: YearMonth!, $first: Int) {
  transparency(gameType: SAPRE_ONE, month: $month) {
    voidRounds chiSquare
    rounds { contests stakes payouts returnToPlayer counts others { decidedBy contests stakes payouts returnToPlayer } }
    operatorRounds(first: $first) { edges { node { gameId state winningNumber overrideReason voidReason } } pageInfo { hasNextPage } }
  }
  settingsChanges(month: $month) {
    before { randomize profitabilityLevel } after { randomize profitabilityLevel }
  }
}`;
const reasons = { override: 'The promised number of the festival', void: 'The draw server was restarted' };

let server: TestServer;
/** Names of the rounds by who decided them. */
let games: Record<'operator' | 'void' | 'draw' | 'rule', string>;
let duringOverride: Answer;

beforeAll(async () => {
  server = await startTestServer({ env: { TRUSTED_PROXY: '127.0.0.1' } });
  const [player, admin] = [await givenPlayer(server, { rupees: 100 }), await givenAdmin(server)];
  const running = async () => {
    const { activeContest } = await server.execute('{ activeContest(gameType: SAPRE_ONE) { gameId } }');
    return activeContest.gameId as string;
  };
  const bet = async () => {
    const gameId = await running();
    await player.perform('placeBet', { gameId, selection: { number: 7 }, amount: '10' }, 'bet { id }');
    return gameId;
  };
  const next = async () => {
    server.clock.advance(minute);
    await server.contestClock.idle();
  };
  const operator = await bet();
  await admin.perform('overrideContest', { gameId: operator, number: 7, reason: reasons.override }, 'proposed');
  duringOverride = { ...(await ask('2026-11')), ...(await contestOf(operator)) };
  await next();
  const ended = await bet();
  await admin.perform('voidContest', { gameId: ended, reason: reasons.void }, 'proposed');
  await next();
  const draw = await bet();
  await admin.execute('mutation { setRandomize(input: { randomize: false }) { __typename } }');
  await next();
  const rule = await bet();
  await next();
  games = { operator, void: ended, draw, rule };
});
afterAll(() => server.stop());

const contestOf = (gameId: string) =>
  server.execute('query ($gameId: String!) { contest(gameId: $gameId) { decidedBy overrideReason } }', { gameId });
const ask = (month: string, first = 10) => server.execute(query, { month, first });
/** Reads of contests that wait for a lock. */
const waiting = async () => {
  const { rows } = await server.database.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%chain_name%'`,
  );
  return rows[0] ?? { count: 0 };
};
const download = (file: string, init?: RequestInit, folder = 'rounds') =>
  fetch(new URL(`/transparency/${folder}/${file}`, server.url), init);

describe('what anybody may know about a month', () => {
  test('the rounds by who decided them, and void ones', async () => {
    const { transparency } = await ask('2026-11');
    const { rounds } = transparency;
    expect(rounds).toMatchObject({ contests: 1, stakes: '10.00' });
    expect(rounds.counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(1);
    expect(rounds.others).toEqual([
      expect.objectContaining({ decidedBy: 'PROFIT_RULE', contests: 1, stakes: '10.00' }),
      { decidedBy: 'OPERATOR', contests: 1, stakes: '10.00', payouts: '96.00', returnToPlayer: 9.6 },
    ]);
    expect(transparency).toMatchObject({ voidRounds: 1, chiSquare: null });
  });

  test('every round that an operator decided or made void, with the reason, by pages', async () => {
    const { operatorRounds } = (await ask('2026-11')).transparency;
    const ended = { state: 'VOID', winningNumber: null, overrideReason: null, voidReason: reasons.void };
    const decided = { state: 'SETTLED', winningNumber: 7, overrideReason: reasons.override, voidReason: null };
    expect(operatorRounds).toEqual({
      edges: [{ node: { gameId: games.void, ...ended } }, { node: { gameId: games.operator, ...decided } }],
      pageInfo: { hasNextPage: false },
    });
    const first = (await ask('2026-11', 1)).transparency.operatorRounds;
    expect(first).toMatchObject({ edges: [{ node: { gameId: games.void } }], pageInfo: { hasNextPage: true } });
  });

  test('the reason of an override is hidden until the number is public, as it may tell it', async () => {
    expect(duringOverride).toMatchObject({
      transparency: { voidRounds: 0, operatorRounds: { edges: [] } },
      contest: { decidedBy: 'OPERATOR', overrideReason: null },
    });
    expect(await contestOf(games.operator)).toMatchObject({ contest: { overrideReason: reasons.override } });
  });

  test('changes of the settings that decide results, of this month only', async () => {
    const settings = { profitabilityLevel: 0 };
    expect((await ask('2026-11'))['settingsChanges']).toEqual([
      { before: { ...settings, randomize: true }, after: { ...settings, randomize: false } },
    ]);
    const other = await ask('2026-10');
    expect(other).toMatchObject({ settingsChanges: [], transparency: { rounds: { contests: 0, others: [] } } });
    expect(other['transparency'].operatorRounds.edges).toEqual([]);
  });

  test.each(['2026-13', '2026-1', '0999-01', 'now'])('%s is refused as a month', async (month) => {
    await expect(ask(month)).rejects.toThrow('month must be ');
  });
});

describe('the file of a month’s rounds', () => {
  test('has all that anybody needs to recompute them', async () => {
    const response = await download('sapreOne-2026-11.jsonl');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const rows = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer);
    expect(rows.map(({ gameId }) => gameId)).toEqual([games.operator, games.void, games.draw, games.rule]);
    for (const row of rows) {
      const seed = Buffer.from(row['seed'], 'hex');
      expect(createHash('sha256').update(seed).digest('hex')).toBe(row['commitment']);
      if (row['decidedBy'] === 'DRAW') {
        expect(appearanceOrder(seed, 'sapreOne', row['gameId'])[0]).toBe(row['winningNumber']);
      }
      if (row['state'] === 'SETTLED') expect(row['payoutsByNumber'][row['winningNumber']]).toBe(row['payouts']);
    }
    expect(rows[0]).toMatchObject({ decidedBy: 'OPERATOR', winningNumber: 7, overrideReason: reasons.override });
    const undecided = { decidedBy: null, wouldBeDecidedBy: 'DRAW', stakes: null };
    expect(rows[1]).toMatchObject({ state: 'VOID', ...undecided, voidReason: reasons.void });
    expect(rows[3]?.['stakesBySelection']).toEqual(
      Array.from({ length: 13 }, (_, at) => (at === 7 ? '10.00' : '0.00')),
    );
    expect(rows[3]).toMatchObject({ decidedBy: 'PROFIT_RULE', profitabilityLevel: 0, ruleVersion: 2, bets: 1 });
  });

  test('is final once the month is over, and not compressed for clients that do not take gzip', async () => {
    const response = await download('sapreThree-2026-10.jsonl', { headers: { 'accept-encoding': 'identity' } });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(await response.text()).toBe('');
  });

  test('is sent once at a time to an address, which keeps nobody else from it', async () => {
    const from = (address: string) => download('sapreOne-2026-11.jsonl', { headers: { 'x-forwarded-for': address } });
    const addresses = ['203.0.113.0', '203.0.113.1'];
    const owner = await server.database.pool.connect();
    await owner.query('begin');
    await owner.query('lock table contests in access exclusive mode');
    const sent = addresses.map((address) => from(address).then((answer) => answer.text()));
    await expect.poll(async () => (await waiting()).count).toBe(2);
    const refused = await from('203.0.113.0');
    const other = from('198.51.100.1').then((answer) => answer.text());
    await expect.poll(async () => (await waiting()).count).toBe(3);
    const unknown = Array.from({ length: 4 }, () => download('sapreOne-2026-11.jsonl').then((answer) => answer.text()));
    await expect.poll(async () => (await waiting()).count).toBe(7);
    const oneMore = await download('sapreOne-2026-11.jsonl');
    await owner.query('rollback');
    owner.release();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await refused.json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('One file of a month at a time'),
    });
    expect([oneMore.status, oneMore.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await oneMore.json()).toMatchObject({ success: false, code: 'SERVER_BUSY' });
    expect(new Set(await Promise.all([...sent, other, ...unknown])).size).toBe(1);
    await expect.poll(async () => (await from('203.0.113.0')).status).toBe(200);
  });

  test.each(['sapreOne-2026-13.jsonl', 'sapreOne-2026-11.csv', 'other-2026-11.jsonl', 'sapreOne-0000-11.jsonl'])(
    '%s is not found',
    async (file) => {
      const response = await download(file);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
    },
  );
});

describe('the file of the bets', () => {
  const linesOf = async (file: string) =>
    (await (await download(file, {}, 'bets')).text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Answer);

  test('has those of a month or a round; without hashes of players where the round has no root', async () => {
    const month = await linesOf('sapreOne-2026-11.jsonl');
    expect(month.map(({ gameId }) => gameId)).toEqual([games.operator, games.void, games.draw, games.rule]);
    const [line, ...more] = await linesOf(`${games.rule}.jsonl`);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ gameId: games.rule, bet: 1, selection: 7, paise: 1_000, player: null });
  });

  test('of a round that is over is kept by caches, of one that runs is not found', async () => {
    const over = await download(`${games.rule}.jsonl`, {}, 'bets');
    expect(over.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(over.headers.get('content-encoding')).toBe('gzip');
    const { activeContest } = await server.execute('{ activeContest(gameType: SAPRE_ONE) { gameId } }');
    const running = await download(`${activeContest.gameId}.jsonl`, {}, 'bets');
    expect(running.status).toBe(404);
    expect(running.headers.get('cache-control') ?? '').not.toContain('public');
  });
});
