import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenPlayer } from '../support/world/people.ts';

const texts = {
  time: '{ serverTime }',
  deep: `{ viewer { pendingWithdrawals { ${'duplicates { '.repeat(14)} id ${'} '.repeat(14)} } } }`,
  login: 'mutation { login(input: { id: "nobody", password: "x" }) { __typename } }',
};
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const byHash = (text: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(text) } } });

describe('documents sent by hash', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      env: { RATE_LIMIT: '1000' },
      texts: new Map(Object.values(texts).map((text) => [hashOf(text), text])),
    });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.clock.advance(60_000);
  });

  function post(body: object, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  /** How many of so many calls are refused with 429; the clock stands still meanwhile. */
  async function refusedOf(count: number, body: object): Promise<number> {
    let refused = 0;
    for (let sent = 0; sent < count; sent += 50) {
      const responses = await Promise.all(Array.from({ length: 50 }, () => post(body)));
      await Promise.all(responses.map((response) => response.arrayBuffer()));
      refused += responses.filter(({ status }) => status === 429).length;
    }
    return refused;
  }

  it.each(['application/json', 'application/graphql-response+json', 'text/event-stream'])(
    'are answered like their text, as %s',
    async (accept) => {
      const [named, written] = await Promise.all(
        [byHash(texts.time), { query: texts.time }].map((body) => post(body, { accept })),
      );
      expect(named?.status).toBe(200);
      expect(await named?.text()).toBe(await written?.text());
    },
  );

  it('are unknown when no release had them: the text is asked for, and taken with or without the hash', async () => {
    const unknown = await post(byHash('{ product { name } }'));
    expect(await unknown.json()).toEqual({
      errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
    });
    const retried = await post({ query: '{ product { name } }', ...byHash('{ product { name } }') });
    expect(await retried.json()).toEqual({ data: { product: { name: 'Rangoli' } } });
    // It was not added to those that are known.
    expect(await (await post(byHash('{ product { name } }'))).json()).toHaveProperty('errors');
  });

  it('are answered over GET, where mutations are refused, and unknown ones as over POST', async () => {
    const get = (text: string) =>
      fetch(`${server.url}/graphql?extensions=${encodeURIComponent(JSON.stringify(byHash(text).extensions))}`);
    const [known, unknown, login] = await Promise.all([get(texts.time), get('{ product { name } }'), get(texts.login)]);
    expect(await known?.json()).toEqual({ data: { serverTime: expect.any(String) } });
    expect(await unknown?.json()).toMatchObject({ errors: [{ message: 'PersistedQueryNotSupported' }] });
    expect(login?.status).toBe(405);
  });

  it('are within the bounds of texts', async () => {
    const { accessToken } = await givenPlayer(server);
    const headers = { authorization: `Bearer ${accessToken}` };
    const errorsOf = async (response: Response) =>
      ((await response.json()) as { errors: { message: string }[] }).errors.map(({ message }) => message);
    const named = await post(byHash(texts.deep), headers);
    expect(await errorsOf(named)).toEqual(await errorsOf(await post({ query: texts.deep }, headers)));
    const { errors } = (await (await post(byHash(texts.deep), headers)).json()) as { errors: { message: string }[] };
    expect(errors[0]?.message).toMatch(/levels deep/);
  });

  it('are charged like texts, known or unknown', async () => {
    expect(await refusedOf(500, byHash(texts.time))).toBe(0);
    expect(await refusedOf(500, byHash('{ unknown }'))).toBe(0);
    expect(await refusedOf(50, byHash(texts.time))).toBe(50);
    expect(await refusedOf(50, byHash('{ unknown }'))).toBe(50);
  });

  it('are charged as the attempts at a password that they are', async () => {
    expect(await refusedOf(100, byHash(texts.login))).toBeGreaterThanOrEqual(40);
  });
});
