import DataLoader from 'dataloader';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { secondFactors, sessions, users } from '../../../db/schema/accounts.ts';
import { idArray } from '../../../db/idArray.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ActiveSession, SessionReader } from '../sessionReader.ts';

/** `last_seen_at` is written at most this often per session. */
const SEEN_EVERY_MS = 60_000;
const MAX_BATCH = 500;
/** Statements at once: calls that come meanwhile share the next one. Two, so that one without an answer doesn't hold up all. */
const AT_ONCE = 2;

/**
 * Reads sessions in batches. One by one costs a server little, except when every caller is unknown at once: after it has
 * started, and after it has lost its database. Then thousands of reads, and as many writes of `last_seen_at`, each waiting for
 * its own commit, would come before the first bet.
 */
export class SessionReads implements SessionReader {
  readonly #db: Db;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #loader: DataLoader<bigint, ActiveSession | undefined>;
  /** Batches that have yet to be sent. */
  readonly #due: (() => void)[] = [];
  #inFlight = 0;

  constructor(db: Db, clock: Pick<Clock, 'now'>) {
    this.#db = db;
    this.#clock = clock;
    this.#loader = new DataLoader((ids) => this.#readBatch(ids), {
      // An answer of before may be out of date.
      cache: false,
      maxBatchSize: MAX_BATCH,
      batchScheduleFn: (send) => {
        this.#due.push(send);
        // After the requests that have arrived by now.
        setImmediate(() => this.#sendNext());
      },
    });
  }

  find(sessionId: bigint): Promise<ActiveSession | undefined> {
    return this.#loader.load(sessionId);
  }

  #sendNext(): void {
    if (this.#inFlight < AT_ONCE) this.#due.shift()?.();
  }

  async #readBatch(ids: readonly bigint[]): Promise<(ActiveSession | undefined)[]> {
    this.#inFlight += 1;
    try {
      const found = await this.#read(ids);
      return ids.map((id) => found.get(id));
    } finally {
      this.#inFlight -= 1;
      this.#sendNext();
    }
  }

  async #read(ids: readonly bigint[]): Promise<Map<bigint, ActiveSession>> {
    const rows = await this.#db
      .select({
        id: sessions.id,
        userId: users.id,
        kind: users.userType,
        roles: users.roles,
        expiresAt: sessions.expiresAt,
        lastSeenAt: sessions.lastSeenAt,
        factorId: secondFactors.id,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .leftJoin(secondFactors, and(eq(secondFactors.userId, users.id), isNotNull(secondFactors.confirmedAt)))
      .where(and(sql`${sessions.id} = any(${idArray(ids)})`, isNull(sessions.endedAt), eq(users.status, 'active')));
    const now = this.#clock.now();
    const unseen = rows.filter(({ lastSeenAt }) => now - lastSeenAt.getTime() >= SEEN_EVERY_MS);
    if (unseen.length > 0)
      await this.#see(
        unseen.map(({ id }) => id),
        new Date(now),
      );
    return new Map(
      rows.map(({ id, userId, kind, roles, expiresAt, factorId }) => [
        id,
        { id, userId, kind, roles, expiresAt, hasSecondFactor: factorId !== null },
      ]),
    );
  }

  /** Skips sessions that another transaction has locked: another server writes the same, and two could wait for each other. */
  async #see(ids: bigint[], now: Date): Promise<void> {
    const free = this.#db
      .select({ id: sessions.id })
      .from(sessions)
      .where(sql`${sessions.id} = any(${idArray(ids)})`)
      .for('no key update', { skipLocked: true });
    await this.#db
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(sql`${sessions.id} in ${free}`);
  }
}
