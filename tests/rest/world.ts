import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { DocumentedApi } from './api.ts';
import { givenAdmin, givenPlayer, type Person } from '../support/world/people.ts';

/** Shared by the tests of one group of the API: a server, its document, and two signed-in users. */
export interface World {
  server: TestServer;
  api: DocumentedApi;
  admin: Person;
  /** Has ₹1,000. */
  player: Person;
}

/** Starts a server before this file's tests and stops it after them. */
export function givenWorld(): World {
  const world = {} as World;
  beforeAll(async () => {
    world.server = await startTestServer();
    // On a machine under load a server listens before its games have begun.
    await world.server.contestClock.begun;
    world.api = await DocumentedApi.of(world.server);
    world.admin = await givenAdmin(world.server);
    world.player = await givenPlayer(world.server, { rupees: 1_000 });
  });
  afterAll(() => world.server?.stop());
  return world;
}

/** Moves the server's clock and waits until the games have caught up. */
export async function moveOn({ server }: World, seconds: number): Promise<void> {
  server.clock.advance(seconds * 1_000);
  await server.contestClock.idle();
}

/** A deposit to the account that play mode starts with, under a reference of its own. */
export function depositBody({ amount = 500, referenceId = randomBytes(8).toString('hex') } = {}) {
  return { amount, referenceId, upiId: 'play@rangoli' };
}
