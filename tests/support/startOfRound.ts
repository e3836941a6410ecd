import { expect } from '@playwright/test';
import type { ChildServer } from './childServer.ts';
import { executeAt } from './execute.ts';

const LENGTH_MS = { SAPRE_HALF: 30_000, SAPRE_ONE: 60_000, SAPRE_THREE: 180_000 };

/**
 * Moves a running server to where a round of the game has just begun, and returns that round: nearly all its time
 * remains.
 */
export async function startOfRound(server: ChildServer, gameType: keyof typeof LENGTH_MS): Promise<string> {
  const length = LENGTH_MS[gameType];
  await server.advance(length - ((await server.now()) % length));
  const startedAt = await server.now();
  const execute = executeAt(server.url);
  const running = async () => {
    const { activeContest } = await execute(`{ activeContest(gameType: ${gameType}) { gameId endsAt } }`);
    return activeContest as { gameId: string; endsAt: string } | null;
  };
  await expect.poll(async () => Date.parse((await running())?.endsAt ?? '')).toBeGreaterThan(startedAt);
  return (await running())?.gameId ?? '';
}
