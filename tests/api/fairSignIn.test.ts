import { hash, verify } from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { passwordBounds, type PasswordAlgorithm } from '../../server/platform/passwords.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';
import { randomEmail } from '../support/world/mails.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Checks passwords one at a time; while it holds them, each when the test ends it. */
class HeldPasswords implements PasswordAlgorithm {
  readonly hash = hash;
  /** The passwords whose check has begun since they are held. */
  begun: string[] = [];
  #held = false;
  readonly #running: (() => void)[] = [];
  #onBegun = () => {};

  async verify(stored: string, password: string): Promise<boolean> {
    if (this.#held) {
      this.begun.push(password);
      const ended = new Promise<void>((resolve) => this.#running.push(resolve));
      this.#onBegun();
      await ended;
    }
    return verify(stored, password);
  }

  hold(): void {
    this.begun = [];
    this.#held = true;
  }

  /** Ends the check that runs, and resolves when the next has begun. */
  async next(): Promise<void> {
    const begun = new Promise<void>((resolve) => (this.#onBegun = resolve));
    this.#running.shift()?.();
    await begun;
  }

  /** Lets all go on. */
  release(): void {
    this.#held = false;
    for (const end of this.#running.splice(0)) end();
  }
}

const checks = new HeldPasswords();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: { TRUSTED_PROXY: '127.0.0.1', RATE_LIMIT: '1000' },
    passwords: { algorithm: checks, concurrency: 1 },
  });
});
afterEach(() => checks.release());
afterAll(() => server.stop());

interface Reply {
  status: number;
  retryAfter: string | null;
  cookie: string | undefined;
  body: { code?: string; detail?: string; errors?: { message: string; extensions: object }[] };
}

/** Posts JSON as a caller from `address`, which the proxy reports. Undefined: the proxy reports no address. */
async function post(
  path: string,
  body: object,
  address: string | undefined,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(address !== undefined && { 'x-forwarded-for': address }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    cookie: response.headers.get('set-cookie')?.split(';')[0],
    body: (await response.json()) as Reply['body'],
  };
}

const logIn = ({ email, password }: Pick<Person, 'email' | 'password'>, address?: string, cookie?: string) =>
  post('/auth/login', { id: email, password }, address, cookie === undefined ? {} : { cookie });

/** Sends that many concurrent sign-ins, each with another unknown name. Counts the refused ones so far. */
function flood(addresses: readonly (string | undefined)[], each: number) {
  const refused: Reply[] = [];
  const answers = addresses.flatMap((address) =>
    Array.from({ length: each }, async () => {
      const answer = await logIn({ email: randomEmail(), password: 'greedy' }, address);
      if (answer.status !== 404) refused.push(answer);
      return answer;
    }),
  );
  return { refused, ended: Promise.all(answers) };
}

const waiting = () => server.services.passwords.waiting;
/** How many wait, and how many of a flood were refused. */
const counted = ({ refused }: ReturnType<typeof flood>) =>
  expect.poll(() => [waiting(), refused.length], { timeout: 50_000 });
const busy = { status: 503, retryAfter: '6', body: { code: 'SERVER_BUSY' } };

describe('while twelve addresses with 24 connections each try to sign in', () => {
  it('others wait for their turn only, a known device for the next, and none but the greedy are refused', async () => {
    const [one, two, known] = [await givenPlayer(server), await givenPlayer(server), await givenPlayer(server)];
    const { cookie } = await logIn(known, '198.51.100.3');
    checks.hold();
    const greedy = Array.from({ length: 12 }, (_, at) => `203.0.113.${at + 1}`);
    const flooding = flood(greedy, 24);
    const tooMany = 12 * 24 - 1 - passwordBounds.most;
    await counted(flooding).toEqual([passwordBounds.most, tooMany]);

    const honest = [logIn(one, '198.51.100.1'), logIn(two, '2001:db8:7:7::1')];
    // From an address that floods as well.
    const device = logIn(known, greedy[0], cookie);
    await counted(flooding).toEqual([passwordBounds.most + 1, tooMany + 2]);
    for (let turns = 0; turns < 15; turns += 1) await checks.next();
    const turnOf = ({ password }: Person) => checks.begun.indexOf(password);
    expect(turnOf(known)).toBe(1);
    // After the device, the twelve and then these two have one turn each.
    expect([turnOf(one), turnOf(two)].toSorted((a, b) => a - b)).toEqual([14, 15]);
    checks.release();

    expect((await Promise.all([...honest, device])).map(({ status }) => status)).toEqual([200, 200, 200]);
    const answers = await flooding.ended;
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(12 * 24 - tooMany - 2);
    for (const answer of flooding.refused) expect(answer).toMatchObject(busy);
  }, 180_000);
});

describe('a queue', () => {
  it('refuses one address over both APIs what is above its places, which others still have', async () => {
    const player = await givenPlayer(server);
    checks.hold();
    const flooding = flood(['203.0.113.99'], passwordBounds.mostOfSite + 1);
    await expect.poll(waiting).toBe(passwordBounds.mostOfSite);
    expect(await logIn(player, '203.0.113.99')).toMatchObject(busy);
    const mutation = 'mutation { login(input: { id: "x", password: "y" }) { __typename } }';
    for (const accept of ['application/json', 'application/graphql-response+json', 'text/event-stream, */*']) {
      const answer = await post('/graphql', { query: mutation }, '203.0.113.99', { accept });
      expect(answer).toMatchObject({ status: 503, retryAfter: '6' });
      expect(answer.body.errors).toEqual([
        expect.objectContaining({
          message: 'The server can’t keep up at the moment. Please try again.',
          extensions: { code: 'SERVER_BUSY', retryAfterSeconds: 6 },
        }),
      ]);
    }
    const elsewhere = logIn(player, '203.0.113.100');
    await expect.poll(waiting).toBe(passwordBounds.mostOfSite + 1);
    checks.release();
    expect((await elsewhere).status).toBe(200);
    expect((await flooding.ended).every(({ status }) => status === 404)).toBe(true);
  });

  it('has no bound but that of all for those whose address the proxy does not report', async () => {
    checks.hold();
    const flooding = flood([undefined], passwordBounds.mostOfSite + 50);
    await expect.poll(waiting).toBe(passwordBounds.mostOfSite + 49);
    checks.release();
    expect((await flooding.ended).every(({ status }) => status === 404)).toBe(true);
  });
});

describe('registrations', () => {
  const tooMany = { status: 429, body: { code: 'RATE_LIMITED' } };
  const register = (address?: string, name = 'Asha Rao') =>
    post('/auth/register', { email: randomEmail(), name }, address);
  /** As if so many had registered from the IPv6 site of this address. */
  const registered = (site: string, count: number) =>
    server.database.db.execute(sql`
      update token_buckets set full_at = full_at + ${count * 3_600}::int * interval '1 ms'
       where key = ${server.services.tokens.limitKey('registrations of a site', site)}`);

  it('are 100 an hour an address, and what the words refuse counts for nothing', async () => {
    expect((await register('198.51.100.1', '')).status).toBe(400);
    const first = await Promise.all(Array.from({ length: 100 }, () => register('198.51.100.1')));
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await register('198.51.100.1')).toMatchObject({ ...tooMany, retryAfter: '36' });
    const { accessToken } = await givenPlayer(server);
    const query = `mutation { register(input: { email: "${randomEmail()}", name: "Asha Rao" }) { __typename } }`;
    const signedIn = await post('/graphql', { query }, '198.51.100.1', { authorization: `Bearer ${accessToken}` });
    expect(signedIn).toMatchObject({ status: 429, retryAfter: '36' });
    expect((await register('198.51.100.2')).status).toBe(200);
    expect((await register()).status).toBe(200);
    server.clock.advance(36_000);
    expect((await register('198.51.100.1')).status).toBe(200);
    expect((await register('198.51.100.1')).status).toBe(429);
  });

  it('are 1,000 an hour a site of IPv6, from all its networks together', async () => {
    expect((await register('2001:db8:1:1::1')).status).toBe(200);
    await registered('2001:db8:1', 998);
    expect((await register('2001:db8:1:2::1')).status).toBe(200);
    expect(await register('2001:db8:1:3::1')).toMatchObject({ ...tooMany, retryAfter: '4' });
    expect((await register('2001:db8:2:3::1')).status).toBe(200);
  });

  it('that find no place in the queue count for nothing', async () => {
    checks.hold();
    const flooding = flood(['2001:db8:3:1::1'], passwordBounds.mostOfSite + 1);
    await expect.poll(waiting).toBe(passwordBounds.mostOfSite);
    expect(await register('2001:db8:3:1::1')).toMatchObject(busy);
    checks.release();
    await flooding.ended;
    // The last two of the site.
    await registered('2001:db8:3', 998);
    expect((await register('2001:db8:3:2::1')).status).toBe(200);
    expect((await register('2001:db8:3:2::1')).status).toBe(200);
    expect((await register('2001:db8:3:2::1')).status).toBe(429);
  });
});
