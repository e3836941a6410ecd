import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { listenAt } from '../support/listen.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';

interface Reply {
  status: number;
  type: string;
  headers: Headers;
  text: string;
  json: { data?: Record<string, unknown> | null; errors?: { message: string; extensions?: Record<string, unknown> }[] };
}

describe('GraphQL over HTTP', () => {
  let server: TestServer;
  let player: Person;
  beforeAll(async () => {
    server = await startTestServer();
    player = await givenPlayer(server);
  });
  afterAll(() => server.stop());

  async function send(init: RequestInit & { path?: string }): Promise<Reply> {
    const response = await fetch(`${server.url}${init.path ?? '/graphql'}`, init);
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return {
      status: response.status,
      type,
      headers: response.headers,
      text,
      json: type.includes('json') ? JSON.parse(text) : {},
    };
  }

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    send({
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  const code = ({ json }: Reply) => json.errors?.[0]?.extensions?.['code'];
  const modern = { accept: 'application/graphql-response+json' };

  describe('the two answer types', () => {
    it('answers in the first type that the caller accepts', async () => {
      expect((await post({ query: '{ serverTime }' })).type).toBe('application/json; charset=utf-8');
      expect((await post({ query: '{ serverTime }' }, modern)).type).toBe(
        'application/graphql-response+json; charset=utf-8',
      );
      expect((await post({ query: '{ serverTime }' }, { accept: 'text/html, application/json;q=0.9' })).type).toBe(
        'application/json; charset=utf-8',
      );
    });

    it.each([
      ['a document that is no GraphQL', { query: '{' }, 'GRAPHQL_PARSE_FAILED'],
      ['an unknown field', { query: '{ nothing }' }, 'GRAPHQL_VALIDATION_FAILED'],
      [
        'variables that do not fit',
        { query: 'query ($id: ID!) { node(id: $id) { id } }', variables: {} },
        'INVALID_INPUT',
      ],
    ])('%s is 400 in the newer type and 200 in the older', async (_name, body, expected) => {
      const [newer, older] = [await post(body, modern), await post(body)];
      expect([newer.status, older.status]).toEqual([400, 200]);
      expect([code(newer), code(older)]).toEqual([expected, expected]);
      expect(newer.json).not.toHaveProperty('data');
    });
  });

  it('an operation that is not there is 400', async () => {
    const reply = await post({ query: 'query A { serverTime } query B { serverTime }', operationName: 'C' });
    expect([reply.status, code(reply)]).toEqual([400, 'OPERATION_RESOLUTION_FAILURE']);
  });

  it.each([
    ['a subscription as JSON', 'subscription { countdown(gameType: SAPRE_HALF) { __typename } }', 'application/json'],
    ['a subscription in parts', 'subscription { countdown(gameType: SAPRE_HALF) { __typename } }', 'multipart/mixed'],
    ['a query as CSV', '{ serverTime }', 'text/csv'],
  ])('%s is 406, and names what there is', async (_name, query, accept) => {
    const reply = await post({ query }, { accept });
    expect([reply.status, code(reply)]).toEqual([406, 'NOT_ACCEPTABLE']);
    expect(reply.json.errors?.[0]?.message).toMatch(/application\/json.*text\/event-stream.*WebSocket/);
  });

  describe('doors that other sites could knock at', () => {
    it.each([
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/graphql',
    ])('a body of %s is refused', async (type) => {
      const reply = await send({
        method: 'POST',
        headers: { 'content-type': type },
        body: 'query=mutation{logout(input:{refreshToken:"x"}){__typename}}',
      });
      expect(reply.status).toBe(415);
      expect(reply.json.errors).toHaveLength(1);
      expect(reply.json.errors?.[0]?.message).toMatch(/application\/json.*base64/);
    });

    it('a GET reads, and never changes anything', async () => {
      const read = await send({ path: `/graphql?query=${encodeURIComponent('{ serverTime }')}`, headers: modern });
      expect(read.json.data?.['serverTime']).toEqual(expect.any(String));
      const change = await send({
        path: `/graphql?query=${encodeURIComponent('mutation { markNotificationsRead { __typename } }')}`,
        headers: { ...modern, authorization: `Bearer ${player.accessToken}` },
      });
      expect(change.status).toBe(405);
    });

    it('several operations in one body are refused', async () => {
      expect((await post([{ query: '{ serverTime }' }])).status).toBe(400);
    });

    it.each(['PUT', 'DELETE', 'OPTIONS'])('%s is refused', async (method) => {
      const reply = await send({ method });
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, POST']);
    });

    it('no other site may read answers', async () => {
      const reply = await post({ query: '{ serverTime }' }, { origin: 'https://elsewhere.example' });
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    });
  });

  describe('bodies', () => {
    it.each(['{}', '[]', 'null', '"{ serverTime }"', '5'])('%s: 400, and what is missing', async (body) => {
      const reply = await post(body);
      expect(reply.status).toBe(400);
      expect(reply.json.errors?.[0]?.message).toBe('The body must be a JSON object with a "query".');
    });

    it.each([
      ['not JSON', '{"query":'],
      ['no query', '{}'],
      ['a query that is no text', '{"query":5}'],
      ['an unknown parameter', '{"query":"{ serverTime }","batch":true}'],
      ['variables that are no object', '{"query":"{ serverTime }","variables":[1]}'],
    ])('%s: 400', async (_name, body) => {
      const reply = await post(body, modern);
      expect(reply.status).toBe(400);
      expect(reply.json.errors).toHaveLength(1);
    });

    it('above 8 MiB: 413', async () => {
      const reply = await post({ query: '{ serverTime }', variables: { padding: 'x'.repeat(8 * 1024 * 1024) } });
      expect(reply.status).toBe(413);
    });
  });

  describe('costly operations', () => {
    const refusal = async (query: string) => {
      const reply = await post({ query }, { ...modern, authorization: `Bearer ${player.accessToken}` });
      return reply.json.errors?.[0]?.message;
    };

    it('many aliases', async () => {
      const aliases = Array.from({ length: 51 }, (_, at) => `a${at}: serverTime`).join(' ');
      expect(await refusal(`{ ${aliases} }`)).toBe('A document may have 50 aliases.');
    });

    it('many mutations at once, also through fragments', async () => {
      const one = (at: number) => `m${at}: markNotificationsRead { __typename }`;
      const many = Array.from({ length: 11 }, (_, at) => one(at)).join(' ');
      expect(await refusal(`mutation { ${many} }`)).toBe('An operation may have 10 mutations.');
      expect(await refusal(`mutation { ...All } fragment All on Mutation { ${many} }`)).toBe(
        'An operation may have 10 mutations.',
      );
    });

    it('deep selections', async () => {
      const duplicates = (levels: number): string => (levels === 0 ? 'id' : `duplicates { ${duplicates(levels - 1)} }`);
      expect(await refusal(`{ viewer { pendingWithdrawals { ${duplicates(14)} } } }`)).toMatch(
        /levels deep; the limit is 14/,
      );
    });

    it('huge answers', async () => {
      const query = `{ viewer { tickets(first: 100) { edges { node { messages(first: 100) { edges { node { id } } } } } } } }`;
      expect(await refusal(query)).toMatch(/may return \d+ values; the limit is 20000/);
    });

    it('paths of many bets, several times', async () => {
      const paths = (at: number) =>
        `p${at}: betPaths(gameId: "sapreOne-202611200742", numbers: [${Array.from({ length: 100 }, (_, n) => n).join()}]) { number place size path }`;
      const query = (times: number) =>
        `{ viewer { ${Array.from({ length: times }, (_, at) => paths(at)).join(' ')} } }`;
      expect(await refusal(query(1))).toBeUndefined();
      expect(await refusal(query(20))).toMatch(/may return \d+ values; the limit is 20000/);
    });

    it('long documents', async () => {
      expect(await refusal(`{ ${'serverTime '.repeat(5_000)} }`)).toMatch(/more that 4000 tokens/i);
    });
  });

  it('an expired token is distinguished from none', async () => {
    const query = '{ viewer { user { name } } }';
    expect((await post({ query })).json).toEqual({ data: { viewer: null } });
    const refused = await post({ query }, { authorization: 'Bearer nonsense' });
    expect(refused.json.data).toEqual({ viewer: null });
    expect(code(refused)).toBe('UNAUTHENTICATED');
  });

  describe('an Authorization header that is no bearer token', () => {
    const refused = ['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', '', 'a.bare.token', 'Bearer two tokens'];

    it.each(refused)('%j is 401, whatever follows it', async (authorization) => {
      for (const reply of [
        await post({ query: '{ serverTime }' }, { authorization }),
        await post('no JSON', { authorization }),
        await send({ path: '/graphql?query={serverTime}', headers: { authorization } }),
      ]) {
        expect([reply.status, code(reply)]).toEqual([401, 'UNAUTHENTICATED']);
        expect(reply.headers.get('www-authenticate')).toBe('Bearer');
        expect(reply.json.errors?.[0]?.message).toContain('"Bearer"');
        expect(reply.json).not.toHaveProperty('data');
      }
      for (const path of ['/records/personal-data.json', '/exports/bets.csv', '/documents/any']) {
        expect((await send({ path, headers: { authorization } })).status).toBe(401);
      }
      expect(await listenAt(server.url, undefined, { authorization }).closed).toBe(4401);
    });

    it('none at all is nobody', async () => {
      expect((await post({ query: '{ viewer { user { id } } }' })).json.data).toEqual({ viewer: null });
    });
  });

  describe('an Idempotency-Key header', () => {
    const deposit = (reference: string, key?: string | null) =>
      `requestDeposit(input: { amount: "5", reference: "${reference}", payeeId: "${payeeId}"${
        key === undefined ? '' : `, idempotencyKey: ${JSON.stringify(key)}`
      } }) { __typename ... on InvalidInput { field message } ... on RequestDepositPayload { transaction { id } } }`;
    let payeeId = '';
    beforeAll(async () => {
      const { viewer } = await player.execute('{ viewer { payee(channel: UPI) { id } } }');
      payeeId = viewer.payee.id;
    });
    const move = async (query: string, key: string, headers: Record<string, string> = {}) =>
      post({ query }, { authorization: `Bearer ${player.accessToken}`, 'idempotency-key': key, ...headers });
    const count = async () =>
      (await player.execute('{ viewer { transactions(first: 50) { edges { node { id } } } } }')).viewer.transactions
        .edges.length;

    it.each([
      ['the short path', {}],
      ['Yoga', { accept: 'text/event-stream' }],
    ])('is the key of the one mutation that takes one, on %s', async (path, headers) => {
      const before = await count();
      const reference = `HEADER${path.length}`;
      const query = `mutation { __typename a: ${deposit(reference)} }`;
      const [first, again] = [await move(query, `h-${path}`, headers), await move(query, `h-${path}`, headers)];
      expect(first.text).toContain('RequestDepositPayload');
      expect(again.text).toBe(first.text);
      const replayed = [first, again].map((reply) => reply.headers.get('idempotent-replayed'));
      expect(replayed).toEqual([null, 'true']);
      const same = await move(`mutation { a: ${deposit(reference, `h-${path}`)} }`, `h-${path}`);
      expect(same.json.data).toMatchObject({ a: { __typename: 'RequestDepositPayload' } });
      expect(await count()).toBe(before + 1);
    });

    it('is refused where the input has another, or the operation several', async () => {
      const before = await count();
      const differ = await move(`mutation { a: ${deposit('DIFFER1', 'another')} }`, 'one');
      expect(differ.json.data).toMatchObject({
        a: { __typename: 'InvalidInput', field: 'idempotencyKey', message: expect.stringContaining('differs') },
      });
      const several = `mutation { ...F b: ${deposit('SEVERAL2')} } fragment F on Mutation { a: ${deposit('SEVERAL1')} }`;
      const reply = await move(several, 'one', modern);
      expect([reply.status, code(reply)]).toEqual([400, 'INVALID_INPUT']);
      expect(reply.json.errors?.[0]?.message).toContain('this operation has several');
      expect((await move(`mutation { a: ${deposit('EMPTY123')} }`, '')).json.data).toMatchObject({
        a: { __typename: 'InvalidInput', field: 'idempotencyKey' },
      });
      expect(await count()).toBe(before);
    });

    it('means nothing to what takes no key', async () => {
      const reply = await move('{ serverTime }', 'one');
      expect(reply.json.errors).toBeUndefined();
    });
  });

  it('bugs are masked, and logged with the id that the answer contains', async () => {
    const logged = requestsWithErrors();
    vi.spyOn(server.services.db, 'select').mockImplementation(() => {
      throw new Error('secret inside');
    });
    try {
      const reply = await post({ query: '{ activeContest(gameType: SAPRE_ONE) { id } }' }, modern);
      const requestId = reply.headers.get('x-request-id');
      expect(requestId).toMatch(/^[0-9a-f]{12}$/);
      expect(reply.json.errors?.[0]).toMatchObject({
        message: 'Server error. Please try again later.',
        extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
      });
      expect(logged).toEqual([requestId]);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it.each(['/healthz', '/nothing-here', '/%', '/api-docs.json', '/graphql?query={serverTime}'])(
    'the answer of %s has an id, and not the one that the caller chose',
    async (path) => {
      const { headers } = await send({ path, headers: { 'x-request-id': 'chosen-by-caller' } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}$/);
    },
  );

  /** The ids of requests for which errors are logged from now on. */
  function requestsWithErrors(): unknown[] {
    const ids: unknown[] = [];
    const { log } = server.services;
    const child = log.child.bind(log);
    vi.spyOn(log, 'child').mockImplementation((bindings, options) => {
      const logger = child(bindings, options);
      vi.spyOn(logger, 'error').mockImplementation(() => ids.push(bindings['requestId']));
      return logger;
    });
    return ids;
  }
});
