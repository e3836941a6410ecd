import { Disagreement } from './possibleStates.ts';
import { faultsOfBooks } from './books.ts';
import { type History, PLAYERS } from './history.ts';

/** Betting ends this long before the round. */
const CLOSED_MS = 5_000;

/**
 * Ends a history: no more faults, requests with lost answers are retried, every round is played to its end. Then
 * everything that players, the ledger and the books show must equal the model.
 */
export async function finish(history: History): Promise<void> {
  await history.resolve();
  // The first move closes and pays what is in progress and opens the next rounds, and no request without a key has any
  // effect after it. Where every game is past its closing without a round, the next ones start within 5 s.
  const ends = Object.values(history.possibleStates.state.rounds).map(({ endsAt }) => endsAt);
  await history.play([], Math.max(...ends.map((end) => (end > history.now ? end : history.now + CLOSED_MS))));
  history.possibleStates.forgetUnkeyed();
  await lookAtEverything(history);
  await checkBooks(history);
}

async function lookAtEverything(history: History): Promise<void> {
  const gameIds = Object.keys(history.possibleStates.state.rounds);
  for (const gameId of gameIds) await history.ask({ kind: 'readRound', gameId }, 1);
  for (let player = 0; player < PLAYERS; player++) {
    for (const kind of ['readWallet', 'readPayments', 'readHistory', 'readTransfers'] as const) {
      await history.ask({ kind, player }, player % 2);
    }
    const played = new Set(
      history.possibleStates.state.bets.filter((bet) => bet.player === player).map(({ gameId }) => gameId),
    );
    for (const gameId of played) await history.ask({ kind: 'readBets', player, gameId }, player % 2);
  }
}

async function checkBooks({ world }: History): Promise<void> {
  const faults = await faultsOfBooks(world.database);
  if (faults.length > 0) throw new Disagreement(['The books are not in order:', ...faults].join('\n  '));
}
