import type { FanAnswer } from './fanServer.ts';
import type { OwnProcess } from './processes.ts';

const TIMEOUT_MS = 60_000;

/**
 * Milliseconds from an event of `server` to its delivery to the last subscriber of all `audiences`. Throws when one
 * doesn't have it after a minute.
 */
export async function broadcastTime(server: OwnProcess, audiences: readonly OwnProcess[]): Promise<number> {
  for (const audience of audiences) await audience.ask('arm');
  const { at } = await server.ask<FanAnswer>('broadcast');
  const last = Promise.all(audiences.map((audience) => audience.ask<{ at: number }>('last')));
  const answers = await Promise.race([last, timeout()]);
  return Math.max(...answers.map((answer) => answer.at)) - at;
}

async function timeout(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS).unref());
  throw new Error('an event did not reach all subscribers');
}
