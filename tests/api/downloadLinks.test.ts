import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { deposit, givenAdmin, givenAnotherAdmin, givenPlayer, type Person } from '../support/world/people.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const TRANSACTIONS = '/exports/transactions.csv';
const STATEMENT = '/records/statement.csv?from=2026-11-01&to=2026-11-30';

let database: TestDatabase;
let one: TestServer;
let two: TestServer;
let player: Person;
let admin: Person;
beforeAll(async () => {
  database = await createTestDatabase();
  // The players' own records are limited too.
  const env = { RATE_LIMIT: '100000' };
  one = await startTestServer({ database, env });
  two = await startTestServer({ database, env, clock: one.clock });
  player = await givenPlayer(one, { rupees: 500 });
  admin = await givenAdmin(one);
});
afterAll(async () => {
  await two.stop();
  await one.stop();
  await database.close();
});

async function linkFor(person: Person, path: string): Promise<string> {
  return (await person.perform('createDownloadLink', { path }, 'path'))['path'] as string;
}

async function get(server: TestServer, link: string, init: RequestInit = {}) {
  const response = await fetch(`${server.url}${link}`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const statusesOf = async (server: TestServer, link: string, times: number) => {
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) statuses.push((await get(server, link)).status);
  return statuses;
};

async function auditRows(action: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(
    'select count(*) as count from audit_log where action = $1',
    [action],
  );
  return Number(rows[0]?.count);
}

/** The paths of every kind of file, for the one who may read it. */
async function everyKind(): Promise<[person: Person, path: string][]> {
  const raised = await player.perform(
    'raiseTicket',
    {
      ticketType: 'UPI_PAYMENT_STUCK',
      description: 'My ₹500 never arrived.',
      document: `data:image/png;base64,${PNG}`,
    },
    'ticket { document { path url } }',
  );
  const { path, url } = raised['ticket'].document;
  expect(url).toBe(`${one.services.config.publicUrl}${path}`);
  return [
    [player, path],
    [player, STATEMENT],
    [player, STATEMENT.replace('csv', 'pdf')],
    [player, '/records/personal-data.json'],
    ...['transactions', 'corrections', 'bets', 'contests', 'players', 'ledger', 'audit'].map(
      (name): [Person, string] => [admin, `/exports/${name}.csv?from=2026-01-01T00:00:00.000Z`],
    ),
  ];
}

describe('a download link', () => {
  it('answers five requests with the same bytes, on every server, whatever happens meanwhile', async () => {
    for (const [person, path] of await everyKind()) {
      const link = await linkFor(person, path);
      const bearer = { headers: { authorization: `Bearer ${person.accessToken}` } };
      const first = await get(one, link);
      expect([path, first.status]).toEqual([path, 200]);
      expect(first.text.length, path).toBeGreaterThan(20);
      await deposit(one, player, 10);
      await player.perform('createDownloadLink', { path: STATEMENT }, 'url');
      for (const server of [two, one, two, two]) {
        const next = await get(server, link);
        expect([path, next.status, next.text === first.text]).toEqual([path, 200, true]);
        for (const name of ['content-disposition', 'content-type', 'content-length', 'etag', 'accept-ranges']) {
          expect([name, next.headers.get(name)]).toEqual([name, first.headers.get(name)]);
        }
        expect(next.headers.get('content-disposition')).toMatch(/^attachment; /);
        expect(next.headers.get('x-content-type-options')).toBe('nosniff');
      }
      expect([path, await statusesOf(one, link, 2)]).toEqual([path, [401, 401]]);
      if (path === TRANSACTIONS) expect((await get(one, path, bearer)).text).not.toBe(first.text);
    }
  });

  it('makes one file for requests at the same moment, and one row in the audit log', async () => {
    const link = await linkFor(admin, TRANSACTIONS);
    const before = await auditRows('export:read');
    const answers = await Promise.all([one, two, one, two, one, two].map((server) => get(server, link)));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(5);
    expect(new Set(taken.map(({ text }) => text)).size).toBe(1);
    expect(await auditRows('export:read')).toBe(before + 1);
  });

  it('answers the second request when the first is broken off', async () => {
    const link = await linkFor(player, STATEMENT);
    const broken = new AbortController();
    const first = fetch(`${one.url}${link}`, { signal: broken.signal });
    broken.abort();
    await expect(first).rejects.toThrow();
    const [second, third] = [await get(two, link), await get(one, link)];
    expect([second.status, third.status, third.text]).toEqual([200, 200, second.text]);
  });

  it('answers HEAD and ranges, which count', async () => {
    const link = await linkFor(player, STATEMENT);
    const head = await get(one, link, { method: 'HEAD' });
    const size = Number(head.headers.get('content-length'));
    const etag = head.headers.get('etag')!;
    expect([head.status, head.text, head.headers.get('accept-ranges')]).toEqual([200, '', 'bytes']);
    const begin = await get(two, link, { headers: { range: 'bytes=0-9' } });
    const rest = await get(one, link, { headers: { range: 'bytes=10-', 'if-range': etag } });
    expect([begin.status, begin.headers.get('content-range'), begin.headers.get('content-length')]).toEqual([
      206,
      `bytes 0-9/${size}`,
      '10',
    ]);
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 10-${size - 1}/${size}`]);
    const none = await get(two, link, { headers: { range: `bytes=${size}-` } });
    expect([none.status, none.headers.get('content-range'), none.text]).toEqual([416, `bytes */${size}`, '']);
    const whole = await get(one, link, { headers: { range: 'bytes=10-', 'if-range': '"another"' } });
    expect([whole.status, whole.text]).toEqual([200, `${begin.text}${rest.text}`]);
    expect(await statusesOf(two, link, 1)).toEqual([401]);
  });

  it('ends after 60 seconds, with its session, and for another path', async () => {
    const late = await linkFor(admin, TRANSACTIONS);
    expect(await statusesOf(one, late, 1)).toEqual([200]);
    one.clock.advance(59_999);
    expect(await statusesOf(two, late, 1)).toEqual([200]);
    one.clock.advance(1);
    expect(await statusesOf(one, late, 1)).toEqual([401]);

    const other = await givenPlayer(one);
    const link = await linkFor(other, STATEMENT);
    expect(await statusesOf(one, link.replace('11-01', '11-02'), 1)).toEqual([401]);
    expect(await statusesOf(one, link, 1)).toEqual([200]);
    await fetch(`${two.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: 'mutation ($input: LogoutInput!) { logout(input: $input) { __typename } }',
        variables: { input: { refreshToken: other.refreshToken } },
      }),
    });
    expect([await statusesOf(one, link, 1), await statusesOf(two, link, 1)]).toEqual([[401], [401]]);
  });

  it('is refused once a role is taken away, also the file that is kept', async () => {
    const other = await givenAnotherAdmin(one, { roles: ['FINANCE'] });
    const [link, unused] = [await linkFor(other, TRANSACTIONS), await linkFor(other, TRANSACTIONS)];
    expect(await statusesOf(one, link, 1)).toEqual([200]);
    await admin.perform(
      'setAdminRoles',
      { userId: other.id, roles: ['SUPPORT'], reason: 'Moves to the desk of support' },
      '__typename',
    );
    for (const server of [one, two]) {
      for (const each of [link, unused]) {
        const { status, text } = await get(server, each);
        expect(status).toBeGreaterThan(400);
        expect(status).toBeLessThan(404);
        expect(text).not.toContain('deposit');
      }
    }
  });

  it('takes one file of those that a player may have made, and is refused above their number', async () => {
    const other = await givenPlayer(one);
    const path = '/records/personal-data.json';
    for (let file = 0; file < 3; file += 1) {
      const link = await linkFor(other, path);
      expect(await statusesOf(two, link, 3)).toEqual([200, 200, 200]);
    }
    const link = await linkFor(other, path);
    expect(await statusesOf(one, link, 2)).toEqual([429, 429]);
    one.clock.advance(30_000);
    expect((await get(one, link)).status).toBe(429);
  });

  it('keeps no file that was refused', async () => {
    const link = await linkFor(admin, '/exports/transactions.csv?status=LOST');
    expect(await statusesOf(one, link, 5)).toEqual([400, 400, 400, 400, 400]);
    const { rows } = await database.pool.query(
      `select from download_files where state not in ('whole', 'cut') and name is null`,
    );
    expect(rows).toEqual([]);
  });
});
