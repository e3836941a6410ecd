import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/client.ts';
import { lockGame } from '../../server/domain/contests/gameLock.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { FaultyWire } from '../support/faultyWire.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** 10 s become 3 s: short for the test, and long enough for a machine under load. */
const SCALE = 0.3;
const AGAIN_WITHIN_MS = 10_000;

let database: TestDatabase;
let wire: FaultyWire;
let server: TestServer;
let player: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  wire = await FaultyWire.open(database.address);
  server = await startTestServer({ database, through: wire, deadlineScale: SCALE, env: { LOG_LEVEL: 'fatal' } });
  player = await givenPlayer(server, { rupees: 10_000 });
});
afterAll(async () => {
  await server.stop();
  await wire.close();
  await database.close();
});
beforeEach(async () => {
  server.clock.set(slotAt('sapreOne', server.clock.now()).endsAt);
  await reaches(server, slotAt('sapreOne', server.clock.now()).gameId, 'OPEN');
});

/** Advances the clock, so that failed turns of the games are retried, until the contest has this state. */
async function reaches({ contestClock, clock, services }: TestServer, gameId: string, state: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await contestClock.idle();
        const contest = await contestByGameId(contextFor(services, { kind: 'anonymous' }), gameId);
        if (contest?.state !== state) clock.advance(100);
        return contest?.state;
      },
      { timeout: 3 * AGAIN_WITHIN_MS },
    )
    .toBe(state);
}

const ready = async () => (await fetch(`${server.url}/readyz`)).status;
const bet = (key: string) =>
  fetch(`${server.url}/sapre/placeBet`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${player.accessToken}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({
      gameId: slotAt('sapreOne', server.clock.now()).gameId,
      amount: 10,
      betType: 'number',
      betValue: 1,
    }),
  });

/** Places a bet once with this key, whatever the outcome: the HTTP status. */
async function tryBet(key: string): Promise<number> {
  const answer = await bet(key);
  await answer.text();
  return answer.status;
}

async function placedBets(): Promise<number> {
  const { rows } = await database.pool.query<{ bets: number }>(
    `select count(*)::int as bets from bets b join users u on u.id = b.player_id where u.email = $1`,
    [player.email],
  );
  return rows[0]?.bets ?? 0;
}

/** `isWhole`: no connection has an answer until it ends. */
interface Fault {
  begin: () => void | Promise<void>;
  end: () => void | Promise<void>;
  isWhole: boolean;
}

const faults: Record<string, Fault> = {
  'drops silently, all connections that there are': {
    begin: () => wire.setPresent('drop'),
    end: () => {},
    isWhole: false,
  },
  'drops silently for a while, and nothing connects': {
    begin: () => wire.setAll('drop'),
    end: () => {
      wire.setAll('pass');
      wire.cut();
    },
    isWhole: true,
  },
  'freezes and thaws': { begin: () => wire.setAll('freeze'), end: () => wire.setAll('pass'), isWhole: true },
  'cuts and refuses': { begin: () => wire.close(), end: () => wire.listen(), isWhole: true },
  delays: { begin: () => wire.setAll('delay'), end: () => wire.setAll('pass'), isWhole: false },
};

describe.each(Object.entries(faults))('a network that %s', (_name, { begin, end, isWhole }) => {
  it('loses no acknowledged bet, doubles none, and bets flow again soon', async () => {
    expect(await ready()).toBe(200);
    expect(await tryBet(randomUUID())).toBe(200);
    const before = await placedBets();
    await begin();
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const during = Promise.all(keys.map(tryBet));
    if (isWhole) await expect.poll(ready, { timeout: AGAIN_WITHIN_MS }).toBe(503);
    const statuses = await during;
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    await end();
    await expect.poll(() => tryBet(keys[0] ?? ''), { timeout: AGAIN_WITHIN_MS }).toBe(200);
    await expect.poll(ready, { timeout: AGAIN_WITHIN_MS }).toBe(200);
    for (const key of keys) await expect.poll(() => tryBet(key), { timeout: AGAIN_WITHIN_MS }).toBe(200);
    expect(await placedBets()).toBe(before + keys.length);
    const ended = slotAt('sapreHalf', server.clock.now());
    server.clock.set(ended.endsAt);
    await reaches(server, ended.gameId, 'SETTLED');
  });
});

describe('while the database is away', () => {
  it('REST, GraphQL and downloads answer 503, and when to come back', async () => {
    await wire.close();
    const rest = await bet(randomUUID());
    expect([rest.status, rest.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await rest.json()).toMatchObject({ success: false, code: 'SERVICE_UNAVAILABLE' });
    const graphql = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${player.accessToken}` },
      body: JSON.stringify({ query: '{ viewer { id wallet { available } } }' }),
    });
    expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await graphql.json()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
    const download = await fetch(`${server.url}/exports/bets.csv?download=x`);
    expect([download.status, download.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await download.json()).toMatchObject({ success: false, code: 'SERVICE_UNAVAILABLE' });
    await wire.listen();
  });
});

describe('a server that vanishes with a game’s lock', () => {
  it('holds the other one up for at most 5 s, to scale', async () => {
    const other = await startTestServer({ database, deadlineScale: SCALE, clock: server.clock });
    const { services } = server;
    const vanished = inTransaction(services.db, async (tx) => {
      await lockGame(tx, 'sapreHalf');
      wire.setAll('drop');
      await tx.execute('select 1');
    }).catch(() => 'vanished');
    await expect.poll(ready, { timeout: AGAIN_WITHIN_MS }).toBe(503);
    const ended = slotAt('sapreHalf', other.clock.now());
    other.clock.set(ended.endsAt);
    await reaches(other, ended.gameId, 'SETTLED');
    expect(await vanished).toBe('vanished');
    wire.setAll('pass');
    wire.cut();
    await expect.poll(ready, { timeout: AGAIN_WITHIN_MS }).toBe(200);
    await other.stop();
  });
});
