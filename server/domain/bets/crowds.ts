import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import { BoundedMap } from '../../platform/boundedMap.ts';
import type { BetPlacement, BetToPlace } from '../ground/rounds/betPlacer.ts';

const MAX_CONTESTS = 64;

/**
 * Tells apart why a bet that was received in time was refused as closed: because an operator had set its number or had made it
 * void, or because the contest's row was closed before the turn of the bet came. One read per contest serves all its bets.
 */
export class Crowds {
  readonly #db: Db;
  readonly #closedByTime = new BoundedMap<bigint, Promise<boolean>>(MAX_CONTESTS);

  constructor(db: Db) {
    this.#db = db;
  }

  /** The same refusal, or that it was crowded out. Never rejects: without an answer of the database the refusal stays. */
  async explain({ contestId, receivedAt, closesAt }: BetToPlace, refusal: BetPlacement): Promise<BetPlacement> {
    if (closesAt === undefined || receivedAt >= closesAt) return refusal;
    return (await this.#wasClosedByTime(contestId)) ? { outcome: 'crowdedOut' } : refusal;
  }

  #wasClosedByTime(contestId: bigint): Promise<boolean> {
    const known = this.#closedByTime.get(contestId);
    if (known !== undefined) return known;
    const reading = this.#read(contestId).catch(() => false);
    this.#closedByTime.set(contestId, reading);
    // Only a closed row stays as it is.
    void reading.then((closed) => closed || this.#closedByTime.delete(contestId));
    return reading;
  }

  async #read(contestId: bigint): Promise<boolean> {
    const closed = await this.#db.$count(
      contests,
      and(
        eq(contests.id, contestId),
        ne(contests.state, 'OPEN'),
        isNull(contests.overriddenAt),
        isNull(contests.voidedAt),
      ),
    );
    return closed > 0;
  }
}
