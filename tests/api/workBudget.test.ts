import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenAt } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenPlayer, type Person, rowIdOf } from '../support/world/people.ts';

const LIMIT = 1_000;
/** Of 100 + 70 × (10 + 11 / 4) values: ten points. */
const TEN_POINTS = `{ contests(gameType: SAPRE_ONE, first: 70) { edges { node {
  id gameId number state serverTime chainId chainIndex commitment drawVersion winningNumber } } } }`;
/** Of 100 + 5 × (10 + 10 + 3 / 4) values. */
const LIST_POINTS = 2.04;
const PUBLIC_LIST =
  '{ contests(gameType: SAPRE_ONE, first: 5) { edges { node { gameId winningNumber nextGameId } } } }';

interface Cost {
  requested: number;
  remaining: number;
  limit: number;
  restorePerSecond: number;
}
interface Answered {
  status: number;
  headers: Headers;
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions: { code: string; cost?: Cost; retryAfterSeconds?: number } }[];
  extensions?: { cost?: Cost };
}

let server: TestServer;
let player: Person;
let address = 0;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: String(LIMIT), TRUSTED_PROXY: '127.0.0.1' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  address += 1;
  player = await givenPlayer(server);
});

/** The same so many times. */
const pages = (count: number) =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${TEN_POINTS.slice(1, -1)}`).join(' ')} }`;

/** Headers of a caller without a session, at an address that no other test has. */
const stranger = () => ({ 'x-forwarded-for': `198.51.100.${address}` });
const signedIn = () => ({ authorization: `Bearer ${player.accessToken}`, ...stranger() });

async function ask(query: string, headers: Record<string, string>, variables = {}): Promise<Answered> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, headers: response.headers, ...((await response.json()) as object) };
}

async function costOf(query: string, variables = {}): Promise<Cost | undefined> {
  return (await ask(query, { ...signedIn(), 'x-query-cost': '1' }, variables)).extensions?.cost;
}

describe('the cost of an operation', () => {
  it('is a point, or a hundredth of its values, and told when it is asked for', async () => {
    expect(await costOf('{ serverTime }')).toEqual({
      requested: 1,
      remaining: 999,
      limit: LIMIT,
      restorePerSecond: LIMIT / 60,
    });
    expect(await costOf(TEN_POINTS)).toMatchObject({ requested: 9.93, remaining: 989.07 });
    const byVariable = TEN_POINTS.replace('{ contests', 'query ($n: Int) { contests').replace('70', '$n');
    expect(await costOf(byVariable, { n: 45 })).toMatchObject({ requested: 6.74 });
    expect(await costOf(byVariable, { n: 70 })).toMatchObject({ requested: 9.93 });
    expect((await ask('{ serverTime }', signedIn())).extensions).toBeUndefined();
  });

  it('of mutations is a point each, and nothing for bets, attempts, and what keeps or ends a session', async () => {
    const read = 'markNotificationsRead { __typename }';
    expect(await costOf(`mutation { a: ${read} b: ${read} }`)).toMatchObject({ requested: 2, remaining: 998 });
    const bet = 'placeBet(input: { gameId: "x", selection: { number: 1 }, amount: "1" }) { __typename }';
    expect(await costOf(`mutation { ${bet} }`)).toMatchObject({ requested: 0, remaining: 998 });
    const renewed = `mutation { renewSession(input: { refreshToken: "${player.refreshToken}" }) { __typename } }`;
    expect(await costOf(renewed)).toMatchObject({ requested: 0, remaining: 998 });
  });

  it('over REST is that of its twin, and nothing for a renewal', async () => {
    const left = async (path: string, body?: object) => {
      const response = await fetch(`${server.url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: signedIn(),
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(response.status).toBe(200);
      return /"points";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1];
    };
    expect(await left('/player/getMyTransactions?limit=100')).toBe('992');
    expect(await left('/player/getMyTransactions?limit=2')).toBe('991');
    for (let time = 0; time < 3; time += 1) await left('/auth/token', { refreshToken: player.refreshToken });
    expect(await left('/common/getAvatarList')).toBe('990');
  });
});

describe('what is left', () => {
  it('is in the headers of every answer to a caller with a session, and of none to others', async () => {
    const policy = '"points";q=1000;w=60, "bets";q=1000;w=60, "attempts";q=60;w=60';
    const { headers } = await ask('{ serverTime }', signedIn());
    expect(headers.get('ratelimit-policy')).toBe(policy);
    expect(headers.get('ratelimit')).toBe('"points";r=999;t=1, "bets";r=1000;t=0, "attempts";r=60;t=0');
    const byYoga = await fetch(`${server.url}/graphql?query={serverTime}`, { headers: signedIn() });
    expect(byYoga.headers.get('ratelimit')).toContain('"points";r=998');
    expect((await ask('{ serverTime }', stranger())).headers.get('ratelimit')).toBeNull();
  });

  it('refills continuously; a refusal tells the cost and when to retry', async () => {
    for (let time = 0; time < 5; time += 1) expect((await ask(pages(20), signedIn())).errors).toBeUndefined();
    const { status, headers, errors, extensions } = await ask(pages(20), signedIn());
    expect([status, headers.get('retry-after')]).toEqual([429, '12']);
    expect(headers.get('ratelimit')).toMatch(/^"points";r=7;t=60/);
    const cost = { requested: 198.5, remaining: 7.5, limit: LIMIT, restorePerSecond: LIMIT / 60 };
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 12, cost } }]);
    expect(extensions).toEqual({ cost });
    server.clock.advance(12_000);
    expect((await ask(pages(20), signedIn())).status).toBe(200);
  });
});

describe('without a session', () => {
  it('an operation has at most 2,000 values, over HTTP and sockets', async () => {
    expect((await ask(pages(2), stranger())).errors).toBeUndefined();
    const { errors } = await ask(pages(3), stranger());
    expect(errors).toMatchObject([
      {
        message: 'The operation may return 2978 values; the limit without a session is 2000.',
        extensions: { code: 'INVALID_INPUT' },
      },
    ]);
    const socket = listenAt(server.url);
    expect(await socket.listen(pages(3)).next()).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT' } }] });
    await socket.close();
    expect((await ask(pages(3), signedIn())).errors).toBeUndefined();
  });

  /** The points that its address has left, after this question of a point. */
  const left = async () => {
    const { extensions } = await ask('{ serverTime }', { ...stranger(), 'x-query-cost': '1' });
    return extensions?.cost?.remaining ?? Number.NaN;
  };

  it('answers about the newest rounds are kept as text: they cost nothing until a round changes', async () => {
    const list = async () => (await ask(PUBLIC_LIST, stranger())).data;
    server.clock.advance(60_000);
    await server.contestClock.idle();
    const before = await list();
    const full = await left();
    for (let time = 0; time < 20; time += 1) expect(await list()).toEqual(before);
    expect(await left()).toBe(full - 1);
    server.clock.advance(60_000);
    await server.contestClock.idle();
    expect(await list()).not.toEqual(before);
  });

  it('so are those to callers with a session, unless something in them is the caller’s', async () => {
    const pointsLeft = async () =>
      /r=(\d+)/.exec((await ask('{ serverTime }', signedIn())).headers.get('ratelimit') ?? '')?.[1];
    const { data } = await ask(PUBLIC_LIST, stranger());
    const before = Number(await pointsLeft());
    for (let time = 0; time < 5; time += 1) expect((await ask(PUBLIC_LIST, signedIn())).data).toEqual(data);
    expect(Number(await pointsLeft())).toBe(before - 1);

    const own = PUBLIC_LIST.replace('gameId', 'gameId viewer { betAmount }');
    const partsIn = async (headers: Record<string, string>) => JSON.stringify((await ask(own, headers)).data);
    const [nobodys, players] = ['"viewer":null', '"viewer":{"betAmount":"0.00"}'];
    expect(await partsIn(stranger())).toContain(nobodys);
    for (let time = 0; time < 3; time += 1) expect(await partsIn(signedIn())).toContain(players);
    expect(await partsIn(stranger())).toContain(nobodys);
    // Three of 2.29 points, with five values for each `betAmount`.
    expect(Number(await pointsLeft())).toBe(before - 9);
  });

  it('answers that describe the schema are kept as text, by document: they cost nothing again', async () => {
    const described = (name: string) => ask(`{ __type(name: "${name}") { name } __typename }`, stranger());
    const full = await left();
    for (let time = 0; time < 3; time += 1) {
      expect((await described('Contest')).data).toEqual({ __type: { name: 'Contest' }, __typename: 'Query' });
      expect((await described('Bet')).data).toMatchObject({ __type: { name: 'Bet' } });
    }
    // Two of 502 values, once.
    expect(await left()).toBeCloseTo(full - 1 - 2 * 5.02, 6);
    const mixed = '{ __type(name: "Bet") { name } serverTime }';
    for (let time = 0; time < 2; time += 1) await ask(mixed, stranger());
    expect(await left()).toBeCloseTo(full - 2 - 4 * 5.02, 6);
  });

  it.each([
    ['a further page', PUBLIC_LIST.replace('first: 5', 'first: 5, after: "Y29udGVzdDox"')],
    ['what has the time of the answer', PUBLIC_LIST.replace('gameId', 'serverTime')],
    ['what has more than the newest rounds', PUBLIC_LIST.replace('{ contests', '{ serverTime contests')],
  ])('%s is read each time', async (_what, text) => {
    const full = await left();
    for (let time = 0; time < 5; time += 1) await ask(text, stranger());
    expect(await left()).toBeCloseTo(full - 1 - 5 * LIST_POINTS, 6);
  });

  it('a month’s file costs no points, and one of a round does', async () => {
    const get = async (file: string) => {
      const response = await fetch(`${server.url}/transparency/bets/${file}`, { headers: stranger() });
      await response.arrayBuffer();
    };
    const full = await left();
    await get('sapreOne-2026-11.jsonl');
    expect(await left()).toBe(full - 1);
    await get('sapreOne-200001010001.jsonl');
    expect(await left()).toBe(full - 3);
  });
});

describe('events that nobody shares', () => {
  it('are delivered late with an empty bucket, as one, and never dropped', async () => {
    const socket = listenAt(server.url, player.accessToken);
    const playerIds = [String(rowIdOf(server, player))];
    const wallet = socket.listen('subscription { walletChanged { available } }');
    const pong = () => ask('{ serverTime }', signedIn());
    await expect
      .poll(async () => {
        server.services.events.publish({ type: 'walletChanged', playerIds });
        return wallet.events.length;
      })
      .toBeGreaterThan(0);
    for (let time = 0; time < 5; time += 1) await ask(pages(20), signedIn());
    await expect.poll(async () => (await pong()).status).toBe(429);
    const other = await givenPlayer(server);
    const otherSocket = listenAt(server.url, other.accessToken);
    const otherWallet = otherSocket.listen('subscription { walletChanged { available } }');
    await expect
      .poll(() => {
        server.services.events.publish({ type: 'walletChanged', playerIds: [String(rowIdOf(server, other))] });
        return otherWallet.events.length;
      })
      .toBeGreaterThan(0);
    // What was published before has been delivered, or waits.
    const known = wallet.events.length;
    // Each reaches the other player, whose bucket isn't empty.
    for (let time = 0; time < 5; time += 1) {
      const before = otherWallet.events.length;
      server.services.events.publish({
        type: 'walletChanged',
        playerIds: [...playerIds, String(rowIdOf(server, other))],
      });
      await expect.poll(() => otherWallet.events.length).toBeGreaterThan(before);
    }
    expect(wallet.events.length).toBe(known);
    await otherSocket.close();
    await expect
      .poll(() => {
        server.clock.advance(1_000);
        return wallet.events.length;
      })
      .toBeGreaterThan(known);
    expect(wallet.events.length).toBeLessThan(known + 10);
    await socket.close();
  });
});
