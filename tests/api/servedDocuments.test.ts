import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { startTestServer, type TestServer } from '../support/server.ts';

const document = (name: string) => `/docs/${name}.md`;

describe('documents for those who have only the address of a server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const get = async (address: string) => {
    const response = await fetch(new URL(address, server.url));
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  const linksIn = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address = '']) => address);

  it('are named in llms.txt, by addresses of the server', async () => {
    const { status, type, text } = await get('/llms.txt');
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^# Rangoli\n\n> .+/);
    expect(text).toContain('no cash value');
    const { publicUrl } = server.services.config;
    const addresses = linksIn(text);
    expect(addresses.length).toBeGreaterThan(15);
    for (const address of addresses) {
      expect(address.startsWith(`${publicUrl}/`), address).toBe(true);
      expect((await get(address.slice(publicUrl.length))).status, address).toBe(200);
    }
  });

  it('lead to each other, to headings that are there, and nowhere else on the server', async () => {
    const open = [document('graphql'), ...linksIn((await get('/llms.txt')).text).map((each) => new URL(each).pathname)];
    const texts = new Map<string, string>();
    const anchors: [from: string, address: string][] = [];
    for (let address = open.pop(); address !== undefined; address = open.pop()) {
      if (texts.has(address)) continue;
      const { status, text } = await get(address);
      expect(status, address).toBe(200);
      texts.set(address, text);
      if (!address.endsWith('.md') && address !== '/changelog') continue;
      for (const link of linksIn(text)) {
        if (/^https?:/.test(link)) continue;
        const { pathname, hash } = new URL(link, new URL(address, server.url));
        if (hash) anchors.push([pathname, hash.slice(1)]);
        open.push(pathname);
      }
    }
    const headings = (text: string) =>
      [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      );
    expect(anchors.length).toBeGreaterThan(10);
    for (const [address, anchor] of anchors) expect(headings(texts.get(address) ?? ''), address).toContain(anchor);
  });

  it('are those of the repository, without the files that keep a rule', async () => {
    const { text } = await get(document('bets'));
    const [, rule = ''] = /^- (A stake leaves .+)$/m.exec(readFileSync('server/domain/bets/README.md', 'utf8')) ?? [];
    expect(text).toContain(rule);
    expect(text).not.toMatch(/Kept by|tested by|\.test\.ts/);
    expect((await get('/changelog')).text.split('\n')[0]).toBe('# Changelog');
  });

  it('are no others', async () => {
    for (const path of [document('proposals'), document('..%2fREADME'), '/docs/graphql']) {
      expect((await get(path)).text, path).not.toMatch(/^# /);
    }
  });
});
