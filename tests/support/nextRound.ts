import type { ChildServer } from './childServer.ts';
import { executeAt } from './execute.ts';

/**
 * Moves the server's clock to just after the start of the next 30-second round (and of other rounds that begin then),
 * and waits until that round takes bets.
 */
export async function startOfNextRound(server: ChildServer): Promise<void> {
  const intoRound = (await server.now()) % 30_000;
  await server.advance(30_000 - intoRound + 200);
  const execute = executeAt(server.url);
  for (;;) {
    const { activeContest } = await execute('{ activeContest(gameType: SAPRE_HALF) { state startsAt serverTime } }');
    const age = activeContest && Date.parse(activeContest.serverTime) - Date.parse(activeContest.startsAt);
    if (activeContest?.state === 'OPEN' && age < 30_000) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
