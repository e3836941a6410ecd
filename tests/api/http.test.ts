import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RELEASE } from '../../db/release.ts';
import { filesUnder } from '../../server/build/filesUnder.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import { makeLiabilities } from '../../server/domain/wallet/liabilities.ts';
import { webApp } from '../../server/http/webApp.ts';
import { documentFile } from '../../server/config/builtWeb.ts';
import { pages } from '../../web/routes.ts';
import { lastMail } from '../support/world/mails.ts';
import { givenAdmin, givenPlayer, type Person } from '../support/world/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The addresses of server/http with a part that callers fill in. */
function routesWithParts(): string[] {
  const texts = filesUnder('server/http').map((path) => readFileSync(path, 'utf8'));
  const routes = texts.flatMap((text) =>
    [...text.matchAll(/['`](\/[\w/${}.-]*(?::\w+|\/\*))['`]/g)].map(([, route = '']) => route),
  );
  const folders = ['rounds', 'bets', 'log'];
  return routes.flatMap((route) =>
    route.includes('${folder}') ? folders.map((folder) => route.replace('${folder}', folder)) : [route],
  );
}

describe('the HTTP server', () => {
  let server: TestServer;
  let player: Person;
  let admin: Person;
  let firstRound: object | null;
  beforeAll(async () => {
    server = await startTestServer({ env: { METRICS_PORT: '0' } });
    ({ activeContest: firstRound } = await server.execute('{ activeContest(gameType: SAPRE_HALF) { state } }'));
    player = await givenPlayer(server);
    admin = await givenAdmin(server);
  });
  afterAll(() => server.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, { headers, redirect: 'manual' });
  const bearer = ({ accessToken }: Person) => ({ authorization: `Bearer ${accessToken}` });

  it('listens when there are rounds to bet on, not before', () => {
    expect(firstRound).toEqual({ state: 'OPEN' });
  });

  it('refuses an address with a NUL on every route, and logs no error', async () => {
    const logged = vi.spyOn(server.services.log, 'error');
    const paths = [
      'log/rounds/%00',
      'log/tile/%00',
      'transparency/bets/%00',
      'records/%00',
      'exports/%00',
      'x%00',
      '?x=%00',
    ];
    for (const path of [...paths, 'sapre/getActiveSapreContest?gameType=%00', 'graphql?query=%00']) {
      const answer = await get(`/${path}`, { ...bearer(admin), accept: 'application/json' });
      const asked = path.includes('?');
      expect([path, answer.status]).toEqual([path, asked ? 400 : 404]);
      expect(await answer.json()).toMatchObject({ code: asked ? 'INVALID_INPUT' : 'NOT_FOUND' });
    }
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it('answers no odd address with an error of its own, on any route with a part to fill in', async () => {
    const logged = vi.spyOn(server.services.log, 'error');
    const odd = [
      '%00',
      '%ff',
      '%C0%80',
      '%ED%A0%80',
      '%',
      '%2e%2e%2f',
      '%0a%1b',
      '%E2%80%AE',
      '%F0%9F%92%A9',
      '__proto__',
    ];
    const parts = [...odd, 'sapreOne-000000000000', '99999999999999999999', "'%20or%201=1--", 'x'.repeat(4_000), ''];
    const routes = routesWithParts();
    expect(routes).toEqual(expect.arrayContaining(['/log/rounds/:gameId', '/transparency/bets/:file', '/log/tile/*']));
    for (const route of routes) {
      for (const part of parts) {
        const path = route.replace(/:\w+|\*/, part);
        const { status } = await get(path, { ...bearer(admin), accept: 'application/json' });
        expect([path.slice(0, 80), status < 500 && status !== 200]).toEqual([path.slice(0, 80), true]);
      }
    }
    for (const query of [
      'from=%ff&to=%ED%A0%80',
      'from=275760-09-13',
      'limit=1e99&offset=-0',
      'download=%ff',
      'x[y]=z',
    ]) {
      for (const path of [
        '/exports/bets.csv',
        '/records/statement.pdf',
        '/player/getMyTransactions',
        '/sapre/getActiveSapreContest',
      ]) {
        expect((await get(`${path}?${query}`, bearer(player))).status).toBeLessThan(500);
      }
    }
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it('answers a GraphQL query by GET, which no cache may keep', async () => {
    const answer = await get(`/graphql?query=${encodeURIComponent('{ serverTime }')}`, { accept: 'application/json' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  describe('headers', () => {
    it('allow nothing from elsewhere, no frames and no guessing of types', async () => {
      const { headers } = await get('/healthz');
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; " +
          "img-src 'self' data: blob:; media-src 'self'; worker-src 'self'; connect-src 'self'; object-src 'none'; " +
          "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
          "trusted-types 'none'",
      );
      const features = headers.get('permissions-policy')?.split(', ') ?? [];
      expect(features).toEqual(expect.arrayContaining(['camera=()', 'payment=()', 'usb=()', 'clipboard-write=(self)']));
      expect(features.filter((feature) => !/^[a-z-]+=\((self)?\)$/.test(feature))).toEqual([]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    });

    it('allow the document its two inline scripts, by their hashes, and no other', async () => {
      const document = await get('/login', { accept: 'text/html' });
      const scripts = [...(await document.text()).matchAll(/<script>([^]*?)<\/script>/g)].map(
        ([, script = '']) => script,
      );
      expect(scripts).toHaveLength(2);
      const sources = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
      const policy = document.headers.get('content-security-policy');
      expect(policy).toContain(`; script-src 'self' ${sources.join(' ')}; style`);
      expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types worker-url$/);
    });

    it('require Trusted Types but of the two tools that assign HTML', async () => {
      const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy');
      const workers = ['/graphiql', '/graphiql/editor.worker.js', '/rest'];
      for (const path of workers) expect(await policyOf(path), path).toMatch(/frame-ancestors 'none'$/);
      for (const path of ['/verify.html', '/no/such', '/openapi.json']) {
        expect(await policyOf(path), path).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
      }
    });

    it('are fewer on scripts, styles and fonts: those that documents and frames obey are on these', async () => {
      const document = await get('/login', { accept: 'text/html' });
      const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await document.text()) ?? [];
      const { status, headers } = await get(script, { 'accept-encoding': 'br' });
      expect(status).toBe(200);
      expect([...headers.keys()].toSorted()).toEqual([
        'cache-control',
        'connection',
        'content-encoding',
        'content-length',
        'content-type',
        'cross-origin-resource-policy',
        'date',
        'keep-alive',
        'vary',
        'x-content-type-options',
      ]);
      expect(document.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    });

    it('are fewer on answers of the API, which are compressed where that is worth it', async () => {
      const ask = (query: string, encoding: string) =>
        fetch(`${server.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
          body: JSON.stringify({ query }),
        });
      const short = await ask('{ serverTime }', 'br');
      const always = [
        'connection',
        'content-length',
        'content-type',
        'cross-origin-resource-policy',
        'date',
        'keep-alive',
      ];
      expect([...short.headers.keys()].toSorted()).toEqual([...always, 'x-content-type-options', 'x-request-id']);
      const table = '{ payoutTable { selection { color number } numbers { number basisPoints } } }';
      const [long, plain] = await Promise.all([ask(table, 'gzip, br'), ask(table, 'gzip')]);
      expect([long.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['br', null]);
      expect(Number(long.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 3);
      expect(await long.json()).toEqual(await plain.json());
    });

    it('send no HSTS where the public URL is http', async () => {
      const { headers } = await get('/healthz');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
    });
  });

  describe('health', () => {
    it('reports that it runs and can serve', async () => {
      expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
      expect(await (await get('/readyz')).json()).toEqual({ status: 'ready', release: RELEASE });
    });

    it('is not ready when its database does not answer, and slow when it takes long', async () => {
      const ready = async () => {
        const response = await get('/readyz');
        return [response.status, await response.json()];
      };
      const late = () => new Promise((resolve) => setTimeout(resolve, 1_500));
      const gone = () => Promise.reject(new Error('gone'));
      for (const [answer, shown] of [
        [gone, [503, { status: 'unavailable', reason: 'the database does not answer', release: RELEASE }]],
        [late, [200, { status: 'slow', reason: 'the database answers late', release: RELEASE }]],
      ] as const) {
        const asking = vi.spyOn(server.services.db, 'execute').mockImplementation(answer as never);
        await expect.poll(ready, { timeout: 10_000 }).toEqual(shown);
        asking.mockRestore();
        await expect.poll(ready, { timeout: 10_000 }).toEqual([200, { status: 'ready', release: RELEASE }]);
      }
    });

    it('is not ready when its connections for bets do not respond, or its listener receives nothing', async () => {
      const { bets, events } = server.services;
      const lanes = vi.spyOn(bets, 'answers', 'get').mockReturnValue('none');
      expect((await get('/readyz')).status).toBe(503);
      lanes.mockReturnValue('late');
      expect((await get('/readyz')).status).toBe(200);
      lanes.mockRestore();
      const listener = vi.spyOn(events, 'isConnected', 'get').mockReturnValue(false);
      expect((await get('/readyz')).status).toBe(503);
      listener.mockRestore();
      expect((await get('/readyz')).status).toBe(200);
    });

    it('shows metrics on a port of their own, and there alone', async () => {
      const metrics = await (await fetch(server.metricsUrl!)).text();
      expect(metrics).toContain('rangoli_call_seconds');
      expect(metrics).toContain('rangoli_overdue_rounds{game="sapreHalf"} 0');
      expect(metrics).toContain('rangoli_refused_calls_total{transport="graphql",reason="INTERNAL_SERVER_ERROR"} 0');
      expect((await fetch(new URL('/graphql', server.metricsUrl!))).status).toBe(404);
      expect((await get('/metrics')).status).toBe(404);
    });
  });

  describe('the mailbox', () => {
    it('shows what would have been sent, harmless and with links to follow', async () => {
      const visitor = await givenPlayer(server, { name: '<img src=x>' });
      await visitor.execute(
        'mutation ($email: String!) { requestPasswordReset(input: { email: $email }) { __typename } }',
        {
          email: visitor.email,
        },
      );
      const { body } = await lastMail(server.database, visitor.email);
      const link = /https?:\S+/.exec(body)?.[0] ?? 'no link';
      const page = await (await fetch(server.mailboxUrl!)).text();
      expect(page).toContain(`<a href="${link.replaceAll('&', '&#38;')}">`);
      expect(page).not.toContain('<img');
      expect(page).not.toMatch(/<script|javascript:/);
      // Browsers would ask for /favicon.ico, which there is none of.
      expect(page).toContain('<link rel="icon" href="/favicon.svg"');
    });

    it.each(['/dev/mail', '/dev/mail?key=', '/dev/mail?key=wrong', '/dev/mail?key=wrong&key=wrong'])(
      'is not there without its key (%s)',
      async (path) => {
        expect((await get(path)).status).toBe(404);
      },
    );

    it('opens by the key that the operator has set', async () => {
      const keyed = await startTestServer({ env: { DEV_MAIL_KEY: 'a-key-of-the-operator' } });
      expect((await fetch(`${keyed.url}/dev/mail?key=a-key-of-the-operator`)).status).toBe(200);
      await keyed.stop();
    });

    it('is named by no answer of the API', async () => {
      const { product } = await server.execute('{ product { mailboxUrl sendsMail } }');
      expect(product).toEqual({ mailboxUrl: null, sendsMail: false });
    });

    it('shows the new player alone the mail with the password', async () => {
      const { register } = await server.execute(
        'mutation { register(input: { email: "shown@example.com", name: "Meera Iyer" }) { ... on RegisterPayload { mail { subject text } } } }',
      );
      const password = /^Password: (\S+)$/m.exec(register.mail.text)?.[1];
      const signIn = `mutation ($password: String!) { login(input: { id: "shown@example.com", password: $password }) { __typename } }`;
      expect((await server.execute(signIn, { password })).login.__typename).toBe('SessionPayload');
    });
  });

  describe('documents', () => {
    let url: string;
    beforeAll(async () => {
      const { ticket } = await player.perform(
        'raiseTicket',
        {
          ticketType: 'UPI_PAYMENT_STUCK',
          description: 'See.',
          document: `data:image/png;base64,${PNG}`,
          documentName: 'रसीद "1".exe',
        },
        'ticket { document { path name mediaType size } }',
      );
      expect(ticket.document).toMatchObject({
        name: 'रसीद 1.png',
        mediaType: 'image/png',
        size: Buffer.from(PNG, 'base64').length,
      });
      url = ticket.document.path;
    });

    it.each([
      ['its owner', () => player],
      ['an admin', () => admin],
    ])('are kept as attachments by %s', async (_who, person) => {
      const response = await get(url, bearer(person()));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="____ 1.png"; filename*=UTF-8''${encodeURIComponent('रसीद 1.png')}`,
      );
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toContain('sandbox');
      expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(PNG);
    });

    it('are not there for others', async () => {
      const other = await givenPlayer(server);
      expect((await get(url, bearer(other))).status).toBe(404);
      expect((await get(url)).status).toBe(401);
      expect((await get('/documents/nothing', bearer(player))).status).toBe(404);
    });
  });

  describe('exports', () => {
    it('are tables for admins', async () => {
      const response = await get('/exports/audit.csv?from=2026-01-01T00:00:00Z', bearer(admin));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="audit-2026-01-01_\d{4}-\d\d-\d\d\.csv"$/,
      );
      expect((await response.text()).split('\r\n').length).toBeGreaterThan(1);
    });

    it('open by a link, whose range is part of it', async () => {
      const path = '/exports/transactions.csv?from=2026-01-01T00:00:00.000Z&to=2027-01-01T00:00:00.000Z';
      const { path: url } = await admin.perform('createDownloadLink', { path }, 'path');
      expect((await get(url.replace('2027', '2028'))).status).toBe(401);
      expect((await get(url)).status).toBe(200);
    });

    it.each([
      ['a player', '/exports/audit.csv', () => bearer(player), 403],
      ['nobody', '/exports/audit.csv', () => ({}), 401],
      ['an admin asking for something else', '/exports/passwords.csv', () => bearer(admin), 404],
      ['an admin with no instant', '/exports/audit.csv?from=yesterday', () => bearer(admin), 400],
      ['an admin with a wrong filter', '/exports/transactions.csv?status=LOST', () => bearer(admin), 400],
    ])('refuse %s', async (_who, path, headers, status) => {
      const response = await get(path, headers());
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ success: false });
    });
  });

  describe('records', () => {
    const period = 'from=2026-11-01&to=2026-11-30';

    it.each([
      ['csv', 'text/csv; charset=utf-8'],
      ['pdf', 'application/pdf'],
    ])('are the player’s own statement as %s, by token or link', async (format, type) => {
      const path = `/records/statement.${format}?${period}`;
      const response = await get(path, bearer(player));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="statement-2026-11-01-2026-11-30.${format}"`,
      );
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
      const { path: url } = await player.perform('createDownloadLink', { path }, 'path');
      expect((await get(url)).status).toBe(200);
    });

    it.each([
      ['an admin', `/records/statement.csv?${period}`, () => bearer(admin), 403],
      ['nobody', `/records/statement.csv?${period}`, () => ({}), 401],
      ['a player asking for another format', `/records/statement.xlsx?${period}`, () => bearer(player), 404],
      ['a player with no period', '/records/statement.csv', () => bearer(player), 400],
    ])('refuse %s', async (_who, path, headers, status) => {
      const response = await get(path, headers());
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ success: false });
    });
  });

  it('avatars are pictures that can do nothing', async () => {
    const { avatars } = await server.execute('{ avatars }');
    expect(avatars.length).toBeGreaterThanOrEqual(24);
    const response = await get(avatars[0]);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toMatch(/^<svg/);
    expect((await get('/avatars/nobody.svg')).status).toBe(404);
  });

  describe('GraphiQL', () => {
    it('comes entirely from this server', async () => {
      const page = await (await get('/graphiql')).text();
      const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
      expect(files.every((file) => file.startsWith('/'))).toBe(true);
      for (const file of [...files.filter((one) => one.startsWith('/graphiql/')), ...workers]) {
        const response = await get(file);
        expect(response.status, file).toBe(200);
        expect(response.headers.get('content-type'), file).toMatch(/javascript|css/);
        expect((await response.text()).length).toBeGreaterThan(100);
      }
    });

    const workers = ['editor', 'graphql', 'json'].map((name) => `/graphiql/${name}.worker.js`);

    it('is where a browser that opens the API ends up', async () => {
      const response = await get('/graphql', { accept: 'text/html' });
      expect([response.status, response.headers.get('location')]).toEqual([302, '/graphiql']);
    });
  });

  it('an unknown path is 404 in JSON for programs', async () => {
    for (const path of ['/nothing', '/admin/nothing', '/auth/nothing', '/assets/gone.js']) {
      const response = await get(path);
      expect(response.status, path).toBe(404);
      expect(await response.json(), path).toMatchObject({ success: false });
    }
  });

  it.each(['/openapi.json', '/rest', '/graphiql', '/healthz'])('%s is only to be read', async (path) => {
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${server.url}${path}`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(await response.json()).toMatchObject({ success: false, code: 'METHOD_NOT_ALLOWED' });
    }
  });

  it('an address that can’t be read is refused like any other input, under the same headers', async () => {
    for (const path of ['/%', '/player/%ff']) {
      const response = await get(path);
      expect(response.status, path).toBe(400);
      expect(await response.json(), path).toMatchObject({ success: false, code: 'INVALID_INPUT' });
      expect(response.headers.get('x-content-type-options'), path).toBe('nosniff');
    }
  });
});

describe('the public keys of receipts', () => {
  it('are the same over HTTP and GraphQL, for everybody', async () => {
    const server = await startTestServer();
    try {
      const { receiptKeys: keys } = await server.execute('{ receiptKeys { vkey } }');
      const response = await fetch(`${server.url}/transparency/receipt-keys`);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await response.text()).toBe(`${(keys as { vkey: string }[])[0]?.vkey}\n`);
      expect((keys as { vkey: string }[])[0]?.vkey).toMatch(/^[^+]+\/receipts\+[0-9a-f]{8}\+/);
    } finally {
      await server.stop();
    }
  });
});

describe('the totals of balances', () => {
  it('are the same over HTTP and GraphQL, for everybody', async () => {
    const server = await startTestServer();
    try {
      const player = await givenPlayer(server, { rupees: 100 });
      await makeLiabilities(contextFor(server.services, { kind: 'system' }));
      const { liabilities } = await server.execute('{ liabilities { day players total unclaimed root madeAt } }');
      const [day] = liabilities as { day: string; players: number; root: string; madeAt: string }[];
      expect(day).toMatchObject({ unclaimed: '0.00' });
      const text = await (await fetch(`${server.url}/transparency/liabilities`)).text();
      expect(JSON.parse(text)).toEqual({
        day: day?.day,
        players: 1,
        paise: expect.any(Number) as number,
        unclaimedPaise: 0,
        root: day?.root,
        madeAt: day?.madeAt,
      });
      const { viewer } = await player.execute(
        '{ viewer { liabilityProof { amount place path { hash } day { root } } } }',
      );
      expect(viewer).toMatchObject({ liabilityProof: { place: 0, path: [], day: { root: day?.root } } });
    } finally {
      await server.stop();
    }
  });
});

describe('the rate limit', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { RATE_LIMIT: '1000' } });
  });
  afterAll(() => server.stop());

  async function post(query: string, token?: string): Promise<Response> {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query }),
    });
    return response;
  }

  /** Sends more than the limit allows, in parallel batches; the clock stands still meanwhile. */
  async function untilRefused(query: string, token?: string): Promise<{ allowed: number; refusal: Response }> {
    let allowed = 0;
    for (let sent = 0; sent < 1_500; sent += 50) {
      const responses = await Promise.all(Array.from({ length: 50 }, () => post(query, token)));
      const refusal = responses.find(({ status }) => status === 429);
      allowed += responses.filter(({ status }) => status === 200).length;
      if (refusal) return { allowed, refusal };
      await Promise.all(responses.map((response) => response.arrayBuffer()));
    }
    throw new Error('nothing was refused');
  }

  it('limits an address, with a Retry-After, but not signed-in players of that address', async () => {
    const player = await givenPlayer(server);
    const { allowed, refusal } = await untilRefused('{ __typename }');
    expect(allowed).toBe(1_000);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await refusal.json()).toMatchObject({
      errors: [{ message: 'Too many requests. Please wait.', extensions: { code: 'RATE_LIMITED' } }],
    });
    expect((await post('{ __typename }', player.accessToken)).status).toBe(200);
    server.clock.advance(60_000);
    expect((await post('{ __typename }')).status).toBe(200);
  }, 60_000);

  it('never counts anything else against a player’s bets', async () => {
    const player = await givenPlayer(server);
    await untilRefused('{ __typename }', player.accessToken);
    const bet = `mutation { placeBet(input: { gameId: "x", selection: { number: 1 }, amount: "1" }) { __typename } }`;
    expect((await untilRefused(bet, player.accessToken)).allowed).toBe(1_000);
  }, 60_000);

  it('limits password attempts', async () => {
    server.clock.advance(60_000);
    const { allowed } = await untilRefused('mutation { login(input: { id: "nobody", password: "x" }) { __typename } }');
    expect(allowed).toBeLessThanOrEqual(60);
    // Nor through the other API.
    const { status } = await fetch(`${server.url}/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ id: 'nobody', password: 'x' }),
    });
    expect(status).toBe(429);
  });
});

describe('the web app', () => {
  let app: FastifyInstance;
  let root: string;
  const index = '<!doctype html><html><head><title>App</title></head><body><div id="root"></div></body></html>';
  const product = { slug: 'rangoli', name: '</script><b>Rangoli' };
  const facts = '<script type="application/json" id="product">';

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'web-'));
    await mkdir(join(root, 'assets'));
    const write = async (route: string, language: string, html: string) => {
      const file = join(root, documentFile(route, language));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, html);
    };
    for (const { path } of pages) await write(path, 'en', index.replace('"root">', `"root" class="${path}">`));
    await write('/:slug', 'en', index.replace('"root">', '"root"><h1>Welcome to {product}</h1>'));
    await write('/wallet', 'hi', index.replace('<html>', '<html lang="hi">').replace('App', 'ऐप'));
    await writeFile(join(root, 'assets', 'main-abc123.js'), 'run()');
    await writeFile(join(root, 'assets', 'main-abc123.js.gz'), gzipSync('run()'));
    await writeFile(join(root, 'assets', 'main-abc123.js.br'), 'pretend');
    app = fastify();
    await webApp(app, product, root);
  });
  afterAll(async () => {
    await app.close();
    await rm(root, { recursive: true });
  });

  const html = { accept: 'text/html,application/xhtml+xml' };

  it.each([
    '/',
    '/login',
    '/admin/dashboard',
    '/sapreThritySec',
    '/resetPassword?email=a@b.c&s=1',
    '/fairness/sapreOne-202611200742',
  ])('opens at %s, and is never cached', async (url) => {
    const response = await app.inject({ url, headers: html });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('<title>App</title>');
    expect(response.headers['cache-control']).toBe('no-cache');
  });

  it.each(['*/*', 'text/*', 'application/json, text/plain, */*', ''])(
    'opens at the address of any screen for a caller who takes “%s”, and nowhere else',
    async (accept) => {
      for (const url of [
        '/signup',
        '/Signup/',
        '/admin/dashboard',
        '/admin/players/12345678',
        '/rangoli',
        '/rangoli/',
      ]) {
        expect((await app.inject({ url, headers: { accept } })).body, url).toContain('<title>App</title>');
      }
      for (const url of ['/nothing', '/admin/nothing', '/signup/nothing', '/fairness', '/signup.js']) {
        expect((await app.inject({ url, headers: { accept } })).statusCode, url).toBe(404);
      }
    },
  );

  it.each([
    [{}, 'en'],
    [{ 'accept-language': 'en-IN,hi;q=0.8' }, 'en'],
    [{ 'accept-language': 'fr;q=1.0,en;q=0.5,hi-IN;q=0.9' }, 'hi'],
    [{ 'accept-language': 'hi;q=0,en' }, 'en'],
    [{ 'accept-language': 'hi', cookie: 'known_device=x; language=en' }, 'en'],
    [{ cookie: 'language=hi; known_device=x' }, 'hi'],
    [{ cookie: 'language=xx', 'accept-language': 'hi' }, 'hi'],
    [{ cookie: 'otherlanguage=hi' }, 'en'],
    [{ cookie: 'language=en' }, 'hi', '?from=mail&language=hi'],
    [{ 'accept-language': 'hi' }, 'hi', '?language=xx&otherlanguage=en'],
  ])('is in the chosen language, else in the browser’s: %j %s %s', async (headers, language, query = '') => {
    const response = await app.inject({ url: `/wallet${query}`, headers: { ...html, ...headers } });
    expect(response.headers['vary']).toBe('accept-encoding, accept-language, cookie');
    expect(response.body.includes('<html lang="hi">')).toBe(language === 'hi');
    const office = await app.inject({ url: `/admin/dashboard${query}`, headers: { ...html, ...headers } });
    expect(office.body).toContain('<title>App</title>');
    expect(
      (await app.inject({ url: `/${documentFile('/wallet', 'hi')}`, headers: { cookie: 'language=hi' } })).statusCode,
    ).toBe(404);
  });

  it('writes the product’s name into the shell, as text', async () => {
    const { body } = await app.inject({ url: '/rangoli', headers: html });
    expect(body).toContain('<div id="root"><h1>Welcome to &#60;/script&#62;&#60;b&#62;Rangoli</h1></div>');
  });

  it('has the facts of the product in it, as data that no script can break out of', async () => {
    const { body } = await app.inject({ url: '/wallet', headers: html });
    const [, json = ''] = body.split(facts);
    const [data = ''] = json.split('</script>');
    expect(data).not.toContain('<');
    expect(JSON.parse(data)).toEqual(product);
  });

  it.each([
    ['/wallet', '/wallet'],
    ['/Wallet/', '/wallet'],
    ['/fairness/sapreOne-202611200742', '/fairness/:gameId'],
    ['/admin/players/48213907', '/admin/players/:uid'],
    ['/nowhere', '*'],
  ])('is the document of the page at %s', async (url, route) => {
    const { body } = await app.inject({ url, headers: html });
    expect(body).toContain(`<div id="root" class="${route}">`);
  });

  it('is compressed, and not sent again to who has it', async () => {
    const fetchPage = (headers: Record<string, string>) =>
      app.inject({ url: '/wallet', headers: { ...html, ...headers } });
    const [brotli, gzip] = await Promise.all(
      ['br, gzip', 'gzip'].map((name) => fetchPage({ 'accept-encoding': name })),
    );
    expect(brotli?.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli?.rawPayload ?? '').toString()).toContain('<title>App</title>');
    expect(gunzipSync(gzip?.rawPayload ?? '').toString()).toContain('<title>App</title>');
    const etag = String(brotli?.headers['etag']);
    const again = await fetchPage({ 'accept-encoding': 'br, gzip', 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await fetchPage({ 'accept-encoding': 'gzip', 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('keeps its built files for ever, compressed ahead', async () => {
    const fetchAsset = (encoding: string) =>
      app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': encoding } });
    const brotli = await fetchAsset('br, gzip');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotli.headers['content-type']).toMatch(/javascript/);
    expect((await fetchAsset('gzip')).headers['content-encoding']).toBe('gzip');
    expect((await fetchAsset('')).body).toBe('run()');
  });

  it('is no answer to a script that is gone, to programs, or to writes', async () => {
    for (const request of [
      { url: '/assets/gone.js', headers: html },
      { url: '/login', headers: { accept: 'application/json' } },
      { url: '/login', headers: { accept: 'image/*, text/html;q=0' } },
      { url: '/login', method: 'POST' as const, headers: html },
      { url: '/../server/config/config.ts', headers: html },
    ]) {
      expect((await app.inject(request)).statusCode, JSON.stringify(request)).toBe(404);
    }
  });
});
