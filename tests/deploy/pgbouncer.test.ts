import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { APP_ROLE } from '../../db/roles.ts';
import { checkPooler } from '../../server/composition/doctor/database.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { givenPlayer } from '../support/world/people.ts';
import type { ServerAddress } from '../support/postgres.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { ensureProgram, freePort, runProgram, type RunningProgram } from './programs.ts';

interface RunningPooler extends RunningProgram {
  readonly address: ServerAddress;
}

/** pgbouncer in front of the test's PostgreSQL, with the minimal configuration of its manual. */
async function startPooler(poolMode: 'session' | 'transaction', target: ServerAddress): Promise<RunningPooler> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'rangoli-pgbouncer-'));
  // As root the pooler runs under another account, which needs access.
  chmodSync(folder, 0o755);
  const users = join(folder, 'users');
  writeFileSync(users, `"${target.user}" ""\n"${APP_ROLE}" ""\n`);
  const config = `
[databases]
${target.database} = host=${target.host} port=${target.port} dbname=${target.database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${poolMode}
default_pool_size = 50
max_client_conn = 200
logfile =
pidfile =
${process.getuid?.() === 0 ? 'user = postgres' : ''}
`;
  const program = ensureProgram('pgbouncer', 'pgbouncer');
  const pooler = await runProgram(program, { config, args: (at) => ['-q', `${at}/config`], port });
  const stop = async () => {
    await pooler.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { stop, address: { ...target, host: '127.0.0.1', port } };
}

let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop();
  stops = [];
});

async function startBehind(poolMode: 'session' | 'transaction'): Promise<TestServer> {
  const database: TestDatabase = await createTestDatabase();
  stops.push(() => database.close());
  const pooler = await startPooler(poolMode, database.address);
  stops.push(pooler.stop);
  const server = await startTestServer({ database, through: pooler });
  stops.push(() => server.stop());
  return server;
}

it('transaction pooling is refused at the start, with a sentence that names the setting', async () => {
  await expect(startBehind('transaction')).rejects.toThrow(
    /DATABASE_URL leads to a pooler that assigns servers by transaction.*Session pooling works/,
  );
});

it('the doctor names the setting too', async () => {
  const database = await createTestDatabase();
  stops.push(() => database.close());
  const pooler = await startPooler('transaction', database.address);
  stops.push(pooler.stop);
  expect(await checkPooler(pooler.address)).toMatchObject([
    { level: 'wrong', todo: expect.stringContaining('session') },
  ]);
  expect(await checkPooler(database.address)).toEqual([]);
});

it('with session pooling the server is ready, takes bets and settles rounds', async () => {
  const server = await startBehind('session');
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const player = await givenPlayer(server, { rupees: 100 });
  const { gameId, endsAt } = slotAt('sapreHalf', server.clock.now());
  const answer = await fetch(`${server.url}/sapre/placeBet`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${player.accessToken}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ gameId, amount: 10, betType: 'number', betValue: 1 }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([200, { success: true }]);
  server.clock.set(endsAt);
  await expect
    .poll(
      async () => {
        await server.contestClock.idle();
        return (await contestByGameId(contextFor(server.services, { kind: 'anonymous' }), gameId))?.state;
      },
      { timeout: 20_000 },
    )
    .toBe('SETTLED');
});
