import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { startTestServer, TEST_START, type TestServer } from '../support/server.ts';

describe('addresses that programs know', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { CONTACT_EMAIL: 'security@play.example' } });
  });
  afterAll(() => server.stop());

  const get = async (path: string, at = server) => {
    const response = await fetch(`${at.url}${path}`, { redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('name who is told of a security problem, until when that holds, and where it stands', async () => {
    const { status, headers, text } = await get('/.well-known/security.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^Contact: mailto:security@play\.example$/m);
    expect(text).toMatch(/^Canonical: http:\/\/.+\/\.well-known\/security\.txt$/m);
    expect(text).toContain(`Canonical: ${server.services.config.publicUrl}/`);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
    expect(expires).toBeGreaterThan(TEST_START);
    expect(expires).toBeLessThan(TEST_START + 366 * 86_400_000);
  });

  it('have no contact where none is set', async () => {
    const other = await startTestServer();
    expect((await get('/.well-known/security.txt', other)).status).toBe(404);
    await other.stop();
  });

  it('lead to where a password is changed, as password managers ask', async () => {
    const { status, headers } = await get('/.well-known/change-password');
    expect([status, headers.get('location')]).toEqual([302, '/account/SettingCenter/changePassword']);
  });

  it('tell crawlers what is no page for readers', async () => {
    expect((await get('/robots.txt')).text).toMatch(/^User-agent: \*\n(Disallow: \/\S+\n)+$/);
  });

  it('serve the schema as it stands in the repository', async () => {
    expect((await get('/schema.graphql')).text).toBe(readFileSync('schema.graphql', 'utf8'));
  });
});
