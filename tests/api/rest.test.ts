import { describe, expect, it } from 'vitest';
import { DocumentedApi } from '../rest/api.ts';
import { givenPlayer } from '../support/world/people.ts';
import { givenWorld } from '../rest/world.ts';
import { startTestServer } from '../support/server.ts';

const world = givenWorld();

/** Reads every response to its end: an unread one prevents the server from stopping. */
async function fetchText(path: string, init: RequestInit = {}) {
  const response = await fetch(`${world.server.url}${path}`, init);
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), headers: response.headers, text };
}
const page = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

const OUTLINE = /<div class="shell [\s\S]*(?=<\/div>\s*<\/body>)/;

/** The web app's document without its links and its outline, which differ from page to page. */
async function screen(path: string, init: RequestInit = page) {
  const { status, type, text } = await fetchText(path, init);
  return { status, type, text: text.replaceAll(/\s*<link [^>]*>/g, '').replace(OUTLINE, '') };
}

describe('paths that no operation has', () => {
  it.each(['/auth/nothing', '/auth', '/player/', '/common/x/y', '/sapre/getActiveSapreContest/', '/support/nothing'])(
    '%s is 404 in JSON, never the web page',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await fetchText(path, { method, ...page });
        expect(response.status).toBe(404);
        expect(JSON.parse(response.text)).toMatchObject({ success: false, code: 'NOT_FOUND' });
      }
    },
  );

  it("under /admin are the web app's for requests that accept HTML, and 404 in JSON otherwise", async () => {
    // The web app's response at one of its own screens, whose document sends no query of its own.
    const app = await screen('/account');
    for (const path of ['/admin/dashboard', '/admin/sapre/sapreOneMin', '/admin/nothing', '/admin']) {
      expect(await screen(path)).toEqual(app);
      for (const init of [{ headers: { accept: 'application/json' } }, { method: 'POST', ...page }]) {
        const response = await fetchText(path, init);
        expect(response.status).toBe(404);
        expect(JSON.parse(response.text)).toMatchObject({ code: 'NOT_FOUND' });
      }
    }
  });

  it('under /admin are screens to a caller who takes anything, if there is such a screen', async () => {
    const app = await screen('/account');
    expect(await screen('/admin/dashboard', {})).toEqual(app);
    expect((await fetchText('/admin/nothing')).status).toBe(404);
  });
});

describe('API paths on the host that the web app shares', () => {
  it('answer as the API even to a browser’s page request', async () => {
    for (const path of ['/admin/getUpiIdList', '/player/getWalletHistory']) {
      const response = await fetchText(path, page);
      expect(response.status).toBe(401);
      expect(response.type).toContain('application/json');
    }
    expect((await fetchText('/admin/addUpiId', page)).status).toBe(405);
  });

  it('are answered to HEAD as to GET, without the body', async () => {
    const response = await fetchText('/common/getAvatarList', {
      method: 'HEAD',
      headers: { authorization: `Bearer ${world.player.accessToken}` },
    });
    expect(response.status).toBe(200);
    expect(response.text).toBe('');
  });

  it('are never kept by a cache', async () => {
    const response = await fetchText('/common/getAvatarList', {
      headers: { authorization: `Bearer ${world.player.accessToken}` },
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('bodies', () => {
  const login = (body: string, headers: Record<string, string>) =>
    fetchText('/auth/login', { method: 'POST', body, headers });

  it('are read as JSON whatever they call themselves', async () => {
    const { email, password } = world.player;
    const body = JSON.stringify({ id: email, password });
    for (const type of ['application/json; charset=utf-8', 'text/plain;charset=UTF-8', 'application/octet-stream']) {
      expect((await login(body, { 'content-type': type })).status).toBe(200);
    }
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const response = await login('id=a&password=b', { 'content-type': type });
      expect(response.status).toBe(400);
      expect(JSON.parse(response.text)).toMatchObject({
        message: 'Our Mistake! Please try again',
        detail: expect.stringContaining('JSON'),
      });
    }
  });

  it('are not read for a caller who may not call: 401 comes before 400', async () => {
    for (const path of ['/admin/addUpiId', '/player/addMoney']) {
      const response = await fetchText(path, { method: 'POST', body: 'no JSON' });
      expect(response.status).toBe(401);
      expect(JSON.parse(response.text)).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });

  it('reach no prototype by way of __proto__', async () => {
    const body = '{"__proto__":{"id":"x","password":"y"}}';
    const response = await login(body, { 'content-type': 'application/json' });
    expect(response.status).toBe(400);
  });
});

describe('the description', () => {
  it('is at /openapi.json', async () => {
    const response = await fetchText('/openapi.json');
    expect(response.type).toContain('application/json');
    expect(JSON.parse(response.text)).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] });
  });

  it('has a page to explore it at /rest that needs nothing from elsewhere', async () => {
    const response = await fetchText('/rest', page);
    expect(response.status).toBe(200);
    const html = response.text;
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(addresses.filter((address) => !address.startsWith('/'))).toEqual([]);
    const assets = addresses.filter((address) => address.startsWith('/rest/'));
    expect(assets).toHaveLength(3);
    for (const address of assets) expect((await fetchText(address)).status).toBe(200);
    expect(html).not.toMatch(/<script>|onload=/);
    expect((await fetchText('/rest/package.json')).text).not.toContain('swagger-ui-dist');
  });
});

describe('too many calls', () => {
  it('are refused by account, for bets apart from everything else', async () => {
    const server = await startTestServer({ env: { RATE_LIMIT: '1000' } });
    try {
      const api = await DocumentedApi.of(server);
      const { accessToken: token } = await givenPlayer(server);
      const avatars = () => api.call('getAvatarList', { token });
      for (let made = 0; made < 1_000; made += 50) await Promise.all(Array.from({ length: 50 }, avatars));
      const answer = await avatars();
      expect(answer).toMatchObject({ status: 429, body: { message: 'Too many requests. Please wait.' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.body).toMatchObject({ retryAfterSeconds: Number(answer.headers.get('retry-after')) });

      const bet = { gameId: 'sapreOne-200001010001', amount: 10, betType: 'color', betValue: 'red' };
      expect(await api.call('placeBet', { token, body: bet })).toMatchObject({ status: 404 });
      const other = await givenPlayer(server);
      await api.succeed('getAvatarList', { token: other.accessToken });
      server.clock.advance(1_000);
      expect(await avatars()).toMatchObject({ status: 200 });
    } finally {
      await server.stop();
    }
  });
});
