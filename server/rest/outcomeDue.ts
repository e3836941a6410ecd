import { contextFor, type Context } from '../domain/ground/verbs/context.ts';
import { activeContest, waitingContest } from '../domain/contests/contestQueries.ts';
import type { ContestView } from '../domain/contests/contestView.ts';
import type { GameType } from '../domain/contests/gameTypes.ts';
import type { DomainEvent } from '../domain/ground/verbs/events.ts';

/** A client that reloads once at 00:00 must see the outcome (server/rest/rules.md#rest-outcomes-that-are-due). */
const MAX_WAIT_MS = 4_000;

type ContestChange = Extract<DomainEvent, { type: 'contestChanged' }>;

/**
 * Reads, and while `isDue` finds that an outcome is due but missing, reads again after each contest change that
 * `mayBring` it, for at most 4 s. Each read has a context with its own instant.
 */
export async function readOnceDecided<Reading>(
  ctx: Context,
  read: (now: Context) => Promise<Reading>,
  isDue: (reading: Reading, now: Date) => boolean,
  mayBring: (change: ContestChange) => boolean,
): Promise<{ now: Context; reading: Reading }> {
  const changes = listen(ctx, mayBring);
  try {
    for (let now = ctx; ; now = contextFor(ctx, ctx.actor, ctx.client)) {
      const changed = changes.next();
      const reading = await read(now);
      if (changes.over() || !isDue(reading, now.now)) return { now, reading };
      await changed;
    }
  } finally {
    changes.end();
  }
}

/** The game's running round, once the one before has ended or 4 s have passed. */
export async function onceOpened(ctx: Context, gameType: GameType) {
  const { now, reading } = await readOnceDecided(
    ctx,
    (at) => activeContest(at, gameType),
    (running, at) => running !== null && running.endsAt <= at,
    (change) => change.gameType === gameType,
  );
  return { now, running: reading };
}

/** A context of the instant at which the number of the game's last round is known, or 4 s after that round's end. */
export async function onceDecided(ctx: Context, gameType: GameType): Promise<Context> {
  const { now } = await readOnceDecided(
    ctx,
    async (at) => ({ running: await activeContest(at, gameType), waiting: await waitingContest(at, gameType) }),
    ({ running, waiting }, at) =>
      (running !== null && running.endsAt <= at) || (waiting !== null && isOutcomeDue(waiting, at)),
    (change) => change.gameType === gameType,
  );
  return now;
}

/** Whether a read waits for a round's outcome: not where the beacon (colour-pf/2) keeps it waiting longer. */
export function isOutcomeDue({ endsAt, beaconRound }: Pick<ContestView, 'endsAt' | 'beaconRound'>, at: Date): boolean {
  return endsAt <= at && (beaconRound === null || at.getTime() - endsAt.getTime() < MAX_WAIT_MS);
}

/** Changes from now on until the timeout. `next` resolves at the next change or at the timeout. */
function listen({ events, clock }: Context, wanted: (change: ContestChange) => boolean) {
  let over = false;
  let wake = () => {};
  const stopListening = events.on('contestChanged', (change) => wanted(change) && wake());
  const cancelTimer = clock.at(clock.now() + MAX_WAIT_MS, () => {
    over = true;
    wake();
  });
  return {
    next: () => new Promise<void>((resolve) => (wake = resolve)),
    over: () => over,
    end() {
      stopListening();
      cancelTimer();
    },
  };
}
