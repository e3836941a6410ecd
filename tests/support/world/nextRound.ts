import { expect } from '@playwright/test';
import type { ChildServer } from '../childServer.ts';
import { executeAt } from '../execute.ts';

const LENGTH_MS = { SAPRE_HALF: 30_000, SAPRE_ONE: 60_000, SAPRE_THREE: 180_000 };

/**
 * Moves a server's clock to the start of the game's next round and waits until it takes bets: nearly all its time remains.
 * Returns the round's name.
 */
export async function startOfNextRound(
  server: ChildServer,
  gameType: keyof typeof LENGTH_MS = 'SAPRE_HALF',
): Promise<string> {
  const length = LENGTH_MS[gameType];
  await server.advance(length - ((await server.now()) % length));
  const startedAt = await server.now();
  const execute = executeAt(server.url);
  let gameId = '';
  const takesBetsUntil = async () => {
    const { activeContest } = await execute(`{ activeContest(gameType: ${gameType}) { gameId state endsAt } }`);
    gameId = activeContest?.gameId ?? '';
    return activeContest?.state === 'OPEN' ? Date.parse(activeContest.endsAt) : 0;
  };
  await expect.poll(takesBetsUntil).toBeGreaterThan(startedAt);
  return gameId;
}
