import { DomainError } from '../domain/ground/refusals/errors.ts';
import { placeBet } from '../domain/bets/placeBet.ts';
import { activeContest } from '../domain/contests/contestQueries.ts';
import { gameTypes } from '../domain/contests/gameTypes.ts';
import { SELECTION_COUNT } from '../domain/contests/selections.ts';
import { paise } from '../domain/ground/values/money.ts';
import { players, type Player } from './cast.ts';
import type { DemoWorld } from './demoWorld.ts';

/** Deterministic pseudo-random numbers in [0, 1). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Lets players bet at random on the running rounds. */
export async function placeRandomBets(world: DemoWorld, random: Random): Promise<void> {
  for (const gameType of gameTypes) {
    const contest = await activeContest(world.anonymous(), gameType);
    if (contest?.state !== 'OPEN') continue;
    for (const player of players.filter(({ email }) => world.isSignedIn(email))) {
      if (random() < player.eagerness / 3) await betOnce(world, player, contest.gameId, random);
    }
  }
}

async function betOnce(world: DemoWorld, player: Player, gameId: string, random: Random): Promise<void> {
  const rupees = pick(player.stakes, random);
  // Colours are chosen more often than numbers.
  const selection = random() < 0.6 ? 10 + Math.floor(random() * 3) : Math.floor(random() * SELECTION_COUNT);
  try {
    await placeBet(world.as(player.email), { gameId, selection, amount: paise(BigInt(rupees) * 100n) });
  } catch (error) {
    // Betting may have closed a moment ago, or the balance may be too small.
    if (!(error instanceof DomainError)) throw error;
  }
}

function pick<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}
