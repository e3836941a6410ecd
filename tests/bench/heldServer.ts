/** A complete server whose clock is moved by messages, and that measures how long its event loop is held. */
import { startServer } from '../../server/composition/compose.ts';
import { TestClock } from '../support/testClock.ts';
import { MovableClock } from '../support/movableClock.ts';
import type { ServerAddress } from '../support/postgres.ts';
import { TEST_START, testServerOptions } from '../support/server.ts';
import { HeldLoop } from './heldLoop.ts';

export interface HeldServerSetup {
  readonly address: ServerAddress;
  /** `moving` runs like a real one and can be moved ahead. */
  readonly clock: 'manual' | 'moving';
  readonly env: Record<string, string>;
}

export type HeldServerRequest = { action: 'advance'; ms: number } | { action: 'watch' } | { action: 'held' };

export interface HeldServerAnswer {
  /** Milliseconds since the epoch on the server's clock. */
  readonly now: number;
  /** The longest time for which the event loop was held since it is watched, in milliseconds of CPU. */
  readonly heldMs: number;
}

const { address, clock: kind, env } = JSON.parse(process.argv[2] ?? '') as HeldServerSetup;
const clock = kind === 'moving' ? new MovableClock(address) : new TestClock(TEST_START, address);
const server = await startServer(testServerOptions(address, clock, env));
const loop = new HeldLoop();

async function answer(request: HeldServerRequest): Promise<HeldServerAnswer> {
  if (request.action === 'advance') {
    clock.advance(request.ms);
    await server.contestClock.idle();
  }
  if (request.action === 'watch') loop.watch();
  return { now: clock.now(), heldMs: request.action === 'held' ? loop.stop() : 0 };
}

process.on('message', (request: HeldServerRequest) => void answer(request).then((each) => process.send?.(each)));
process.on('disconnect', () => void server.stop().finally(() => process.exit(0)));
process.send?.({ url: server.url });
