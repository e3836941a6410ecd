import { afterAll, beforeAll } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { DocumentedApi } from './api.ts';
import { adminClient, playerClient, type Client } from './people.ts';

/** Shared by the tests of one group of the API: a server, its document, and two signed-in users. */
export interface World {
  server: TestServer;
  api: DocumentedApi;
  admin: Client;
  /** Has ₹1,000. */
  player: Client;
}

/** Starts a server before this file's tests and stops it after them. */
export function givenWorld(): World {
  const world = {} as World;
  beforeAll(async () => {
    world.server = await startTestServer();
    world.api = await DocumentedApi.of(world.server);
    world.admin = await adminClient(world.api);
    world.player = await playerClient(world.server, world.api, { rupees: 1_000 });
  });
  afterAll(() => world.server?.stop());
  return world;
}

/** Moves the server's clock and waits until the games have caught up. */
export async function moveOn({ server }: World, seconds: number): Promise<void> {
  server.clock.advance(seconds * 1_000);
  await server.contestClock.idle();
}
