import type { Services } from '../domain/ground/verbs/context.ts';
import { foldActivity } from '../domain/stats/foldActivity.ts';
import { startContestClock } from '../jobs/contestClock.ts';
import { placeRandomBets, seededRandom } from './rounds.ts';
import { DemoWorld } from './demoWorld.ts';
import { open, scenes } from './story.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAYS = 6;
/** Interval between the players' chances to bet. */
const STEP = 10 * SECOND;
/** No bets after this, so that every bet's round is settled before the clock jumps to the next day. */
const LAST_ROUNDS = 4 * MINUTE;

export interface WeekOptions {
  /** Minutes of play on each day, and on the last. */
  minutesADay?: number;
  minutesToday?: number;
  /** Contests per hash chain; default: a year of them. */
  chainLength?: number;
}

interface ScheduledAction {
  at: number;
  run(): Promise<unknown>;
}

/**
 * Plays the week that ends now: some minutes at this time of each day, and the last three quarters of an hour. Resolves
 * to the primary admin's password, if that account was created here.
 */
export async function playWeek(services: Services, options: WeekOptions = {}): Promise<string | null> {
  const { minutesADay = 15, minutesToday = 45, chainLength } = options;
  const endsAt = Math.floor(services.clock.now() / MINUTE) * MINUTE;
  const world = new DemoWorld(services, endsAt - DAYS * 24 * 60 * MINUTE - MINUTE);
  const primaryPassword = await open(world);
  const games = startContestClock(world.services, chainLength === undefined ? {} : { chainLength });
  await games.idle();
  const bets = betting(world, endsAt, minutesADay * MINUTE, minutesToday * MINUTE);
  const actions = [...bets, ...scheduledScenes(world, endsAt)].sort((one, other) => one.at - other.at);
  for (const { at, run } of actions) {
    world.clock.set(at);
    await games.idle();
    await run();
  }
  world.clock.set(endsAt);
  await games.idle();
  await games.stop();
  await foldActivity(world.system());
  return primaryPassword;
}

/** All instants at which players may bet. */
function betting(world: DemoWorld, endsAt: number, lengthADay: number, lengthToday: number): ScheduledAction[] {
  const random = seededRandom(2_026);
  const days = Array.from({ length: DAYS }, (_, index) => {
    const from = endsAt - (DAYS - index) * 24 * 60 * MINUTE;
    return { from, to: from + lengthADay, lastBets: from + lengthADay - LAST_ROUNDS };
  });
  const today = { from: endsAt - lengthToday, to: endsAt, lastBets: endsAt };
  return [...days, today].flatMap(({ from, to, lastBets }) =>
    Array.from({ length: (to - from) / STEP }, (_, index): ScheduledAction => {
      const at = from + index * STEP;
      return { at, run: () => (at < lastBets ? placeRandomBets(world, random) : Promise.resolve()) };
    }),
  );
}

function scheduledScenes(world: DemoWorld, endsAt: number): ScheduledAction[] {
  return scenes.map(({ minutesAgo, play }) => ({
    at: endsAt - minutesAgo * MINUTE + SECOND,
    run: () => play(world),
  }));
}
