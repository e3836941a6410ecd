import { BoundedMap } from '../../../platform/boundedMap.ts';
import type { GameType } from '../verbs/events.ts';

export interface NamedContest {
  id: bigint;
  gameType: GameType;
  /** evaluationTime. */
  closesAt: Date;
}

const MAX_NAMES = 64;

/** A name's contest never changes, and bets name the same three contests again and again, so look-ups are cached. */
export class ContestNames {
  readonly #known = new BoundedMap<string, NamedContest>(MAX_NAMES);
  readonly #reads = new Map<string, Promise<NamedContest | null>>();

  /** The contest with this name; null when there is none. `read` is called where it isn't known; one call serves all who need it. */
  async find(gameId: string, read: () => Promise<NamedContest | null>): Promise<NamedContest | null> {
    const known = this.#known.get(gameId);
    if (known !== undefined) return known;
    const shared = this.#reads.get(gameId);
    if (shared === undefined) return this.#read(gameId, read);
    // A contest that has opened since that read began isn't in its answer.
    return (await shared) ?? read();
  }

  async #read(gameId: string, read: () => Promise<NamedContest | null>): Promise<NamedContest | null> {
    const reading = read();
    this.#reads.set(gameId, reading);
    try {
      const found = await reading;
      if (found !== null) this.#known.set(gameId, found);
      return found;
    } finally {
      this.#reads.delete(gameId);
    }
  }
}
