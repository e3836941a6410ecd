/** The child process of childServer.ts: a complete server whose clock is moved by messages. */
import { startServer } from '../../server/composition/compose.ts';
import { ManualClock } from '../../server/platform/clock.ts';
import type { ChildAnswer, ChildRequest, ChildSetup } from './childServer.ts';
import { MovableClock } from './movableClock.ts';
import { TEST_START, testServerOptions } from './server.ts';
import { TestClock } from './testClock.ts';

const {
  address,
  clock: kind,
  startsAt = TEST_START,
  env,
  deadlineScale = 1,
} = JSON.parse(process.argv[2] ?? '') as ChildSetup;
const clock = clockOf(kind);
const server = await startServer({ ...testServerOptions(address, clock, env), deadlineScale });

function clockOf(kind: ChildSetup['clock']) {
  if (kind === 'moving') return new MovableClock(address);
  return kind === 'manual' ? new TestClock(startsAt, address) : new ManualClock(startsAt);
}

function answer(message: ChildAnswer): void {
  process.send?.(message);
}

async function handle({ id, action, ms }: ChildRequest): Promise<void> {
  if (action === 'advance') clock.advance(ms);
  if (action === 'idle') await server.contestClock.idle();
  if (action === 'stop') await server.stop();
  answer({ id, now: clock.now() });
  if (action === 'stop') process.exit(0);
}

process.on('message', (request: ChildRequest) => void handle(request));
process.on('disconnect', () => process.exit(0));
answer({ id: 0, now: clock.now(), url: server.url });
