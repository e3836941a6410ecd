import type * as GraphQL from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { work } from '../support/countedParse.ts';
import { hostileDocuments } from '../support/hostileDocuments.ts';
import { listenAt, type Listener } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

vi.mock('graphql', async (original) => {
  const graphql = await original<typeof GraphQL>();
  const { counted } = await import('../support/countedParse.ts');
  return { ...graphql, parse: (...args: Parameters<typeof graphql.parse>) => counted(graphql.parse(...args)) };
});

/** Reads of a document's nodes per character, however it is constructed. A normal document has about 40. */
const READS_A_CHARACTER = 250;
const sizes = [250, 1_000, 4_000, 16_000, 60_000];

describe('documents made to keep the server busy', () => {
  let server: TestServer;
  let socket: Listener;
  beforeAll(async () => {
    server = await startTestServer();
    socket = listenAt(server.url);
  });
  afterAll(async () => {
    await socket.close();
    await server.stop();
  });
  beforeEach(() => {
    Object.assign(work, { parsed: 0, reads: 0, most: Number.POSITIVE_INFINITY });
    return () => vi.restoreAllMocks();
  });

  async function post(query: string) {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return { status: response.status, answer: (await response.json()) as { errors?: unknown[] } };
  }

  it.each(hostileDocuments(0).map(({ name }) => name))('cost no more than their size: %s', async (name) => {
    const failures = vi.spyOn(server.services.log, 'error');
    for (const size of sizes) {
      const document = hostileDocuments(size).find((one) => one.name === name);
      const query = document?.query ?? '';
      work.most = READS_A_CHARACTER * Math.max(query.length, 250);
      // A different text each time, so that neither path finds the other's in the cache.
      const { status, answer } = await post(`${query} `);
      expect(status).toBeLessThan(500);
      expect(answer.errors?.length ?? 0).toBeLessThanOrEqual(5);
      expect(work.reads, `${size} over HTTP`).toBeLessThan(work.most);
      work.reads = 0;
      await socket.listen(query).ended;
      expect(work.reads, `${size} over a socket`).toBeLessThan(work.most);
      work.reads = 0;
    }
    expect(failures).not.toHaveBeenCalled();
  });

  it('are counted: a normal one has its nodes read', async () => {
    await post('{ serverTime }');
    expect(work.reads).toBeGreaterThan(10);
  });
});

describe('documents that are refused', () => {
  const LIMIT = 1_000;
  const LEFT = 20;
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { RATE_LIMIT: String(LIMIT) } });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    server.clock.advance(60_000);
    const tenCalls = `mutation { ${Array.from({ length: 10 }, (_, at) => `a${at}: markNotificationsRead { __typename }`).join(' ')} }`;
    await Promise.all(Array.from({ length: (LIMIT - LEFT) / 10 }, () => posted(tenCalls)));
    work.parsed = 0;
  });

  const posted = async (query: string) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return response.status === 429;
  };
  const asked = async (query: string) => {
    const response = await fetch(`${server.url}/graphql?query=${encodeURIComponent(query)}`);
    return response.status === 429;
  };
  const overSocket = async (query: string) => {
    const socket = listenAt(server.url);
    const heard = socket.listen(query);
    const errors = await Promise.race([heard.ended, heard.next().then((event) => event['errors'])]);
    await socket.close();
    return errors?.[0]?.extensions?.code === 'RATE_LIMITED';
  };
  const ways = { 'a POST': posted, 'a GET, by Yoga': asked, 'a socket': overSocket };

  const refusedAfter = async (send: (query: string) => Promise<boolean>, query: (at: number) => string) => {
    for (let sent = 0; sent <= 2 * LEFT; sent += 1) if (await send(query(sent))) return sent;
    return null;
  };

  it.each(Object.entries(ways))('run into the limit over %s, and are not parsed above it', async (name, send) => {
    expect(await refusedAfter(send, (at) => `{ unknown${at} } # ${name}`)).toBe(LEFT);
    expect(work.parsed).toBe(LEFT);
  });

  it.each(Object.entries(ways))('run into the limit over %s when they are known, too', async (name, send) => {
    expect(await refusedAfter(send, () => `{ unknown } # ${name}`)).toBe(LEFT);
    expect(work.parsed).toBe(1);
  });

  it.each(Object.entries(ways))('are no dearer when they are good, over %s', async (name, send) => {
    expect(await refusedAfter(send, (at) => `{ __typename } # ${at} ${name}`)).toBe(LEFT);
  });
});
