import { afterEach, expect, it, vi } from 'vitest';
import { expectLockWait, holdLocks } from '../support/contestLocks.ts';
import { listenAt } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenPlayer, type Person, rowIdOf } from '../support/world/people.ts';

/** More than the server has connections, so that events wait for one. */
const SOCKETS = 60;
/** Round trips to the database between the end of the sockets and the release of the lock: time for a stop that doesn't wait. */
const ROUND_TRIPS = 100;

let server: TestServer;
let release: (() => Promise<void>) | undefined;
afterEach(() => release?.());

/** Resolves when each of the sockets has received an event. */
async function subscribeOften(player: Person, change: () => void) {
  const sockets = Array.from({ length: SOCKETS }, () => listenAt(server.url, player.accessToken));
  const subscriptions = sockets.map((socket) => socket.listen('subscription { walletChanged { available } }'));
  await expect
    .poll(() => {
      change();
      return subscriptions.every(({ events }) => events.length > 0);
    })
    .toBe(true);
  return sockets;
}

it('ends subscriptions before the pools, and executes no event whose subscriber has gone', async () => {
  server = await startTestServer();
  const player = await givenPlayer(server, { rupees: 10 });
  const playerIds = [String(rowIdOf(server, player))];
  const change = () => server.services.events.publish({ type: 'walletChanged', playerIds });
  const sockets = await subscribeOften(player, change);
  const errors = vi.spyOn(server.services.log, 'error');
  const warnings = vi.spyOn(server.services.log, 'warn');

  release = await holdLocks(server.database, 'lock table ledger_accounts in access exclusive mode');
  change();
  await expectLockWait(server.database);
  const stopped = server.stop();
  await Promise.all(sockets.map(({ closed }) => closed));
  for (let left = ROUND_TRIPS; left > 0; left -= 1) await server.database.pool.query('select 1');
  await release();
  release = undefined;
  await stopped;

  expect(errors.mock.calls).toEqual([]);
  expect(warnings.mock.calls).toEqual([]);
});
