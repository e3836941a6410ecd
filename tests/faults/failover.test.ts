import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  connectionOptions,
  type Database,
  type DatabaseAddress,
  inTransaction,
  openConnection,
  openDatabase,
} from '../../db/client.ts';
import { endWithin } from '../../db/deadline.ts';
import { hostsOf } from '../../db/hosts.ts';
import { limitsFor } from '../../db/limits.ts';
import { PrimarySearch } from '../../db/primary.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { openBoth } from '../support/database.ts';
import { appAddressOf } from '../support/postgres.ts';
import { type PostgresPair, startPostgresPair } from '../support/postgresPair.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';
import { databaseUrl } from '../support/databaseUrl.ts';

let pair: PostgresPair;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  pair = await startPostgresPair();
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(() => pair.stop());

const limits = limitsFor('api', 5);

function openPool(max = 3): Database {
  const database = openDatabase({ connectionString: pair.urls.app }, { max, limits });
  closers.push(database.close);
  return database;
}

async function hostOf(pool: pg.Pool): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    // It isn't a type of the pool's that its connections have a host.
    return (client as unknown as pg.Client).host;
  } finally {
    client.release();
  }
}

const hostOfAddress = (address: DatabaseAddress) => new pg.Client(connectionOptions(address)).host;

const pidOf = async (pool: pg.Pool) =>
  (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

describe('an address with two hosts', () => {
  it('leads to the one that takes writes, whatever their order', async () => {
    const { pool } = openPool();
    expect(await hostOf(pool)).toBe(pair.primary.host);
    const alone = await openConnection({ connectionString: pair.urls.app }, limits);
    expect(alone.host).toBe(pair.primary.host);
    await endWithin(alone, 1_000);
  });

  it('loses its connections to a primary that takes no writes any more', async () => {
    const { db, pool } = openPool(1);
    const before = await pidOf(pool);
    await pool.query('set session characteristics as transaction read only');
    expect(await pidOf(pool)).toBe(before);
    const refused: unknown = await inTransaction(db, (tx) => tx.execute(sql`delete from sessions`)).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ cause: { code: '25006' } });
    expect(isUnavailable(refused)).toBe(true);
    expect(await pidOf(pool)).not.toBe(before);
  });

  it('opens no connection to a standby that was the primary when it looked', async () => {
    const { each } = hostsOf({ connectionString: pair.urls.app });
    let whenItLooked = true;
    const search = new PrimarySearch({ each, primaryOnly: true }, async (host) => {
      const connection = await openConnection(host, limits);
      const takesNoWrites = (connection.host === pair.primary.host) === whenItLooked;
      vi.spyOn(connection, 'query').mockReturnValueOnce({ rows: [{ takesNoWrites }] } as never);
      return connection;
    });
    const { pool, close } = openDatabase({ connectionString: pair.urls.app, search }, { max: 3, limits });
    closers.push(close);
    const known = await search.use((one) => Promise.resolve(hostOfAddress(one)));
    expect(known).toBe(pair.standby.host);
    // As after a switchover that ended no connection of this pool.
    whenItLooked = false;
    const host = await hostOf(pool);
    expect(host).toBe(pair.primary.host);
  });

  it('asks a standby again on the connection that it has, and ends that a second after the last search', async () => {
    const { each } = hostsOf({ connectionString: pair.urls.app });
    const [standby] = each.filter((host) => hostOfAddress(host) === pair.standby.host);
    if (!standby) throw new Error('the address lacks the standby');
    const opened: pg.Client[] = [];
    const search = new PrimarySearch({ each: [standby], primaryOnly: true }, async (host) => {
      const connection = await openConnection(host, limits);
      opened.push(connection);
      return connection;
    });
    const outcomes: boolean[] = [];
    for (let tries = 0; tries < 3; tries++) outcomes.push(await isAway(search.use(() => Promise.resolve())));
    expect(outcomes).toEqual([true, true, true]);
    expect(opened).toHaveLength(1);
    await once(opened[0] as pg.Client, 'end');
  });

  it('ends its connection to a standby when a late attempt of another search brings one more', async () => {
    const { each } = hostsOf({ connectionString: pair.urls.app });
    const late: pg.Client[] = [];
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const search = new PrimarySearch({ each, primaryOnly: true }, async (host) => {
      const connection = await openConnection(host, limits);
      if (connection.host !== pair.standby.host) return connection;
      late.push(connection);
      await answered;
      return connection;
    });
    for (let searches = 0; searches < 2; searches++) {
      search.forget(await search.use((host) => Promise.resolve(host)));
    }
    await expect.poll(() => late.length).toBe(2);
    const ended = late.map((connection) => once(connection, 'end'));
    answer();
    await Promise.all(ended);
  });

  it('reports a wrong database at once, not as one that may come back', async () => {
    const url = new URL(pair.urls.app);
    url.pathname = '/another';
    const wrong: unknown = await openConnection({ connectionString: url.href }, limits).catch(
      (error: unknown) => error,
    );
    expect(wrong).toMatchObject({ code: '3D000' });
  });
});

/** The refusal's code where `statement` fails because the database is away. */
async function isAway(statement: Promise<unknown>): Promise<boolean> {
  const error = await statement.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return isUnavailable(error);
}

describe('a server on two hosts', () => {
  let server: TestServer;
  let player: Person;

  async function graphql(query: string, variables = {}) {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${player.accessToken}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as {
      data?: { placeBet?: { __typename: string } };
      errors?: { extensions: { code: string } }[];
    };
  }

  /** Bets ₹1 until the answer is an acknowledgement. A refusal must be one after which a client tries again. */
  async function betUntilPlaced(gameId: string): Promise<void> {
    const input = { gameId, selection: { color: 'GREEN' }, amount: '1.00', idempotencyKey: randomUUID() };
    for (;;) {
      const { data, errors } = await graphql(
        'mutation ($input: PlaceBetInput!) { placeBet(input: $input) { __typename } }',
        { input },
      );
      if (data?.placeBet?.__typename === 'PlaceBetPayload') return;
      const refused = { typename: data?.placeBet?.__typename, codes: errors?.map(({ extensions }) => extensions.code) };
      expect(refused).toEqual({ typename: undefined, codes: ['SERVICE_UNAVAILABLE'] });
    }
  }

  it('goes on with the standby: acknowledged bets are there once, and rounds are settled once', async () => {
    const database = openBoth(pair.primary, { max: 4 });
    server = await startTestServer({
      database,
      env: {
        DATABASE_URL: pair.urls.app,
        DATABASE_OWNER_URL: pair.urls.owner,
        DATABASE_REPLICA_URL: databaseUrl(appAddressOf(pair.standby)),
        LOG_LEVEL: 'silent',
      },
    });
    closers.push(() => server.stop());
    player = await givenPlayer(server, { rupees: 1_000 });
    await database.close();
    const { pool } = openPool();
    await pool.query('select 1');
    // A busy machine opens the first rounds after the server listens.
    await server.contestClock.idle();
    const { gameId, endsAt } = slotAt('sapreOne', server.clock.now());
    for (let bet = 0; bet < 5; bet++) await betUntilPlaced(gameId);
    const { replica } = server.services;
    await expect.poll(() => replica?.dbAfter([])).toBeTruthy();

    await pair.crashPrimary();
    const during = Array.from({ length: 5 }, () => betUntilPlaced(gameId));
    expect(await isAway(pool.query('select 1'))).toBe(true);
    expect(await isAway(openConnection({ connectionString: pair.urls.app }, limits))).toBe(true);
    expect((await graphql('{ viewer { wallet { available } } }')).errors?.[0]?.extensions.code).toBe(
      'SERVICE_UNAVAILABLE',
    );
    await pair.promote();
    await Promise.all(during);

    const after = openBoth(pair.standby, { max: 4 });
    closers.push(after.close);
    server.clock.set(endsAt);
    await vi.waitFor(
      async () => {
        await server.contestClock.idle();
        const { rows } = await after.pool.query(
          `select state, bet_count as bets, (select count(*)::int from bets b where b.contest_id = c.id) as kept
             from contests c where game_id = $1`,
          [gameId],
        );
        expect(rows).toEqual([{ state: 'SETTLED', bets: 10, kept: 10 }]);
      },
      { timeout: 30_000 },
    );
    const audit = await auditBooks(contextFor(server.services, { kind: 'system' }));
    expect(audit.filter(({ faultCount }) => faultCount > 0)).toEqual([]);
    expect(await hostOf(pool)).toBe(pair.standby.host);
    // What was the replica is the primary now, and no replica of its own.
    await expect.poll(() => replica?.dbAfter([])).toBeNull();
  });
});
