import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';

/** Of 1,985 values: twenty points. Its answers have their own time, so none is given from text. */
const page = (name: string) => `${name}: contests(gameType: SAPRE_ONE, first: 70) { edges { node {
  id gameId number state seed chainId chainIndex commitment drawVersion serverTime } } }`;
const TWENTY_POINTS = `{ ${page('a')} ${page('b')} }`;
const ADDRESSES = 6;
/** As many as a bucket of 1,000 points allows. */
const EACH = 50;

let server: TestServer;
let player: Person;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: '1000', TRUSTED_PROXY: '127.0.0.1' } });
  player = await givenPlayer(server);
});
afterAll(() => server.stop());

interface Answered {
  status: number;
  retryAfter: number;
  code: string | undefined;
}

async function ask(query: string, headers: Record<string, string>): Promise<Answered> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')),
    code: errors?.[0]?.extensions.code,
  };
}

it('callers without a session who ask for more than their share are told to come again, and players are answered', async () => {
  // Six thousand points, which take half a minute at 200 a second: what would wait for more than two seconds is refused.
  const flood = Array.from({ length: ADDRESSES * EACH }, (_, at) =>
    ask(TWENTY_POINTS, { 'x-forwarded-for': `203.0.113.${1 + (at % ADDRESSES)}` }),
  );
  const signedIn = await ask(TWENTY_POINTS, {
    'x-forwarded-for': '203.0.113.1',
    authorization: `Bearer ${player.accessToken}`,
  });
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(signedIn).toEqual({ status: 200, retryAfter: 0, code: undefined });
  expect(answers.length).toBeGreaterThan(refused.length);
  expect(refused.length).toBeGreaterThan(EACH);
  for (const { status, retryAfter, code } of refused) {
    expect([status, code]).toEqual([503, 'SERVER_BUSY']);
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(3);
  }
});
