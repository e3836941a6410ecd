import { announceVoid, voidWaitingContest } from '../../server/domain/bets/voidWaiting.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import type { RunningGames } from './rounds.ts';
import { givenActor } from './world/bulk.ts';

const WEEK_MS = 7 * 86_400_000;

/** Moves to a week after the end of a contest that waits for the beacon, and has two owners make it void. */
export async function voidAfterAWeek(
  games: RunningGames,
  { gameId, endsAt }: Pick<ContestView, 'gameId' | 'endsAt'>,
): Promise<void> {
  const [one, other] = [await givenActor(games, 'admin'), await givenActor(games, 'admin')];
  await games.moveTo(endsAt.getTime() + WEEK_MS);
  await announceVoid(games.as(one), { gameId, reason: 'The beacon’s number is lost' });
  await voidWaitingContest(games.as(other), { gameId });
}
