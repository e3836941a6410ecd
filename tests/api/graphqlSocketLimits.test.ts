import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openLimits } from '../../server/graphql/runtime/openLimits.ts';
import { LoopSlices } from '../../server/platform/loopSlices.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';
import { rawSocket, type RawSocket } from '../support/rawSocket.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const TRY_AGAIN_LATER = 1013;
const CONTEST = 'subscription { contestChanged(gameType: SAPRE_ONE) { phase contest { gameId state } } }';

let server: TestServer;
const open: RawSocket[] = [];

async function connect(options: Parameters<typeof rawSocket>[1] = {}): Promise<RawSocket> {
  const one = await rawSocket(server.url, options);
  open.push(one);
  return one;
}

const letIn = async (options: Parameters<typeof rawSocket>[1] = {}) => {
  const one = await connect(options);
  const acknowledged = one.came('connection_ack').then(
    () => true,
    () => false,
  );
  return { one, acknowledged: await acknowledged };
};

afterEach(async () => {
  for (const { socket } of open) socket.terminate();
  await Promise.all(open.splice(0).map(({ closed }) => closed));
});

const subscribe = (one: RawSocket, id: string, query = CONTEST) =>
  one.send({ id, type: 'subscribe', payload: { query } });

describe('a socket that does not read', () => {
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  /**
   * Sends without reading until the server has closed the socket, or should have closed it long ago. Returns whether it
   * did.
   */
  async function floodUnread({ socket }: RawSocket, bytesEach: number, sendOne: () => void): Promise<boolean> {
    const cut = vi.spyOn(WebSocket.prototype, 'terminate');
    socket.pause();
    for (let sent = 0; sent < 64 * 1024 * 1024 && cut.mock.calls.length === 0;) {
      for (let few = 0; few < 200; few += 1) sendOne();
      sent += 200 * bytesEach;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    // The server may read more slowly than the client sends.
    await vi.waitUntil(() => cut.mock.calls.length > 0).catch(() => {});
    const wasCut = cut.mock.contexts.some((one) => one !== socket);
    cut.mockRestore();
    socket.resume();
    return wasCut;
  }

  it.each([
    [
      'pings of the protocol',
      1_000,
      (one: RawSocket) => () => one.send({ type: 'ping', payload: { echo: 'x'.repeat(950) } }),
    ],
    ['pings of the socket', 125, (one: RawSocket) => () => one.socket.ping('x'.repeat(125))],
    [
      'queries',
      1_000,
      (one: RawSocket) => {
        let id = 0;
        return () => {
          id += 1;
          one.send({
            id: String(id),
            type: 'subscribe',
            payload: { query: '{ payoutTable { numbers { number multiplier } } }' },
          });
        };
      },
    ],
  ])('is ended above a bound: %s', async (_what, bytes, sender) => {
    const { one } = await letIn();
    expect(await floodUnread(one, bytes, sender(one))).toBe(true);
  });

  it('is not kept alive by pongs that answer nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const cut = vi.spyOn(WebSocket.prototype, 'terminate');
    try {
      const [silent, responsive] = [await letIn(), await letIn()];
      const pings: Buffer[] = [];
      // ws answers pings by itself.
      responsive.one.socket.on('ping', (payload: Buffer) => pings.push(payload));
      silent.one.socket.pause();
      for (let beats = 1; beats <= 3; beats += 1) {
        silent.one.socket.pong();
        silent.one.socket.pong(Buffer.from('made'));
        vi.advanceTimersByTime(12_000);
        await expect.poll(() => pings.length).toBe(beats);
        // Its answer has come before this message, and so before the next beat.
        responsive.one.send({ type: 'ping' });
        await responsive.one.came('pong', beats);
      }
      expect(cut).toHaveBeenCalledTimes(1);
      expect(new Set(pings.map((ping) => ping.toString('hex'))).size).toBe(3);
    } finally {
      cut.mockRestore();
      vi.useRealTimers();
    }
  });

  it('a ping above 1 kB is not sent back', async () => {
    const { one } = await letIn();
    one.send({ type: 'ping', payload: { echo: 'x'.repeat(900) } });
    await one.came('pong');
    one.send({ type: 'ping', payload: { echo: 'x'.repeat(2_000) } });
    expect(await one.closed).toBe(1009);
    expect(one.messages.filter(({ type }) => type === 'pong')).toHaveLength(1);
  });

  it('is not read while 64 of its messages wait, and is answered in full once they are processed', async () => {
    const { one } = await letIn();
    const waiting: (() => void)[] = [];
    const slices = vi.spyOn(LoopSlices.prototype, 'run').mockImplementation((work) => void waiting.push(work));
    const paused = vi.spyOn(WebSocket.prototype, 'pause');
    try {
      for (let sent = 0; sent < 64; sent += 1) one.send({ type: 'ping' });
      await vi.waitUntil(() => waiting.length === 64);
      expect(paused).toHaveBeenCalledTimes(1);
      const [served] = paused.mock.contexts as WebSocket[];
      for (let sent = 0; sent < 36; sent += 1) one.send({ type: 'ping' });
      for (const work of waiting.splice(0, 32)) work();
      expect(served?.isPaused).toBe(true);
      slices.mockRestore();
      for (const work of waiting) work();
      expect(served?.isPaused).toBe(false);
      await one.came('pong', 100);
    } finally {
      slices.mockRestore();
      paused.mockRestore();
    }
  });

  it('variables that nest deeply are refused, without a line in the log', async () => {
    const failures = vi.spyOn(server.services.log, 'error');
    const { one } = await letIn();
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const payload = (levels: number) =>
      `{"id":"a${levels}","type":"subscribe","payload":{"query":"subscription ($v: Int) { contestChanged(gameType: SAPRE_ONE) { phase contest { profitabilityLevel @include(if: true) } } }","variables":{"v":${deep(levels)}}}}`;
    one.socket.send(payload(30).replace('($v: Int)', ''));
    one.socket.send(payload(100_000).replace('($v: Int)', ''));
    const asked = 'subscription ($v: GameType!) { contestChanged(gameType: $v) { phase } }';
    one.socket.send(
      `{"id":"used","type":"subscribe","payload":{"query":"${asked}","variables":{"v":${deep(100_000)}}}}`,
    );
    for (const count of [1, 2, 3]) {
      const { payload: result } = await one.came('next', count);
      expect(result).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT' } }] });
    }
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"query":"{ serverTime }","variables":{"v":${deep(100_000)}}}`,
    });
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT' } }] });
    expect(failures).not.toHaveBeenCalled();
    failures.mockRestore();
  });
});

describe('how much a caller may have open', () => {
  let player: Person;
  let lastAddress = 1;
  /** An address that no other test has used. */
  const ownAddress = () => `127.0.0.${(lastAddress += 1)}`;
  beforeAll(async () => {
    server = await startTestServer({ env: { RATE_LIMIT: '1000' } });
    player = await givenPlayer(server);
  });
  afterAll(() => server.stop());

  it('without a session: 50 sockets of an address, freed when they close', async () => {
    const from = ownAddress();
    const many = await Promise.all(Array.from({ length: openLimits.address.sockets }, () => letIn({ from })));
    expect(many.every(({ acknowledged }) => acknowledged)).toBe(true);
    const refused = await connect({ from });
    expect(await refused.closed).toBe(TRY_AGAIN_LATER);
    expect((await letIn({ from: ownAddress() })).acknowledged).toBe(true);
    expect((await letIn({ from, token: player.accessToken })).acknowledged).toBe(true);
    many[0]?.one.socket.close();
    await expect.poll(async () => (await letIn({ from })).acknowledged).toBe(true);
  });

  it('with a session: 20 sockets of an account, wherever they come from', async () => {
    const { accessToken: token } = await givenPlayer(server);
    const from = ownAddress();
    const many = await Promise.all(
      Array.from({ length: openLimits.account.sockets }, (_, at) =>
        letIn({ from: at % 2 ? from : ownAddress(), token }),
      ),
    );
    expect(many.every(({ acknowledged }) => acknowledged)).toBe(true);
    const refused = await connect({ from, token });
    expect(await refused.closed).toBe(TRY_AGAIN_LATER);
    many[0]?.one.socket.close();
    await expect.poll(async () => (await letIn({ from, token })).acknowledged).toBe(true);
  });

  it('before a token has come: the ones that have waited longest make room', async () => {
    const from = ownAddress();
    const silent = await Promise.all(Array.from({ length: 200 }, () => connect({ from, init: false })));
    expect((await letIn({ from, token: player.accessToken })).acknowledged).toBe(true);
    expect(await Promise.race(silent.map(({ closed }) => closed))).toBe(TRY_AGAIN_LATER);
  });

  it('subscriptions, by address or account, freed when they are completed', async () => {
    for (const options of [{ from: ownAddress() }, { from: ownAddress(), token: player.accessToken }]) {
      const { subscriptions } = 'token' in options ? openLimits.account : openLimits.address;
      const sockets = await Promise.all(Array.from({ length: 3 }, () => letIn(options)));
      const [first, second, third] = sockets.map(({ one }) => one) as [RawSocket, RawSocket, RawSocket];
      for (let id = 0; id < subscriptions; id += 1) subscribe(id % 2 ? first : second, String(id));
      await Promise.all([first.came('next', subscriptions / 2), second.came('next', subscriptions / 2)]);
      subscribe(third, 'refused');
      expect((await third.came('next')).payload).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
      first.send({ id: '1', type: 'complete' });
      second.socket.close();
      await second.closed;
      for (let id = 0; id < 5; id += 1) subscribe(third, `more${id}`);
      await third.came('next', 6);
      expect(third.messages.filter(({ payload }) => JSON.stringify(payload ?? {}).includes('errors'))).toHaveLength(1);
      for (const { socket } of [first, third]) socket.close();
      await Promise.all([first.closed, third.closed]);
    }
  });

  it('subscriptions with different fields, each of which reads for itself', async () => {
    const from = ownAddress();
    const { one } = await letIn({ from });
    const { groups } = openLimits.address;
    for (let at = 0; at < groups; at += 1) subscribe(one, String(at), CONTEST.replace('phase', `a${at}: phase`));
    await one.came('next', groups);
    subscribe(one, 'one more', CONTEST.replace('phase', 'b: phase'));
    expect((await one.came('next', groups + 1)).payload).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED' } }],
    });
    subscribe(
      one,
      'a known one',
      `subscription Named { ${CONTEST.slice('subscription { '.length).replace('phase', 'a0:   phase')}`,
    );
    expect(JSON.stringify((await one.came('next', groups + 2)).payload)).not.toContain('errors');
  });

  it.each<[string, (one: RawSocket) => void]>([
    ['messages', (one) => one.send({ type: 'pong' })],
    ['pings', ({ socket }) => socket.ping()],
    ['pongs', ({ socket }) => socket.pong()],
  ])('%s: a socket that sends more than 2,000 a minute is closed', async (_what, send) => {
    const { one } = await letIn({ from: ownAddress() });
    for (let sent = 0; sent < 1_900; sent += 1) send(one);
    one.send({ type: 'ping' });
    await one.came('pong');
    // The socket's own pongs to the heartbeat count, too, so the bound is not exact here.
    for (let sent = 0; sent < 200; sent += 1) send(one);
    expect(await one.closed).toBe(1013);
  });
});

describe('a round', () => {
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('is read once per event, for all subscribers and all selections', async () => {
    const { one } = await letIn();
    const asked = 40;
    for (let at = 0; at < asked; at += 1) {
      const personal = at % 2 ? 'viewer { betAmount }' : 'state';
      subscribe(
        one,
        String(at),
        `subscription { contestChanged(gameType: SAPRE_ONE) { phase contest { a${at}: ${personal} gameId } } }`,
      );
    }
    await one.came('next', asked);
    const reading = vi.spyOn(server.services.db, 'select');
    const { rows } = await server.services.db.$client.query<{ id: bigint }>(
      `select id from contests where game_type = 'sapreOne' order by number desc limit 1`,
    );
    const contestId = String(rows[0]?.id);
    server.services.events.deliver({ type: 'contestChanged', gameType: 'sapreOne', contestId, phase: 'CLOSED' });
    await one.came('next', 2 * asked);
    expect(reading).toHaveBeenCalledTimes(1);
    reading.mockRestore();
  });
});
