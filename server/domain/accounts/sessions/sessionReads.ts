import { setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client.ts';
import { secondFactors, sessions, users } from '../../../../db/schema/accounts.ts';
import { idArray } from '../../../../db/idArray.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log.ts';
import { LoopSlices } from '../../../platform/loopSlices.ts';
import type { ActiveSession, SessionReader } from '../../ground/actors/sessionReader.ts';

/** `last_seen_at` is written at most this often per session. */
const SEEN_EVERY_MS = 60_000;
const MAX_BATCH = 500;
/** More sessions than are used in a second; those beyond are recorded by a later call. */
const MAX_SEEN = 20_000;
/** Between two batches of what happens in the background, so that calls come first. */
const BACKGROUND_PAUSE_MS = 100;
/** Statements at once: calls that come meanwhile share the next one. Two, so that one without an answer doesn't hold up all. */
const AT_ONCE = 2;

/**
 * Reads sessions in batches. One by one costs a server little, except when every caller is unknown at once: after it has
 * started, and after it has lost its database. Then thousands of reads would come before the first bet. No call waits for the
 * writes of `last_seen_at`: they follow in the background, in batches.
 */
export class SessionReads implements SessionReader {
  readonly #db: Db;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #loader: DataLoader<bigint, ActiveSession | undefined>;
  /** Batches that have yet to be sent. */
  readonly #due: (() => void)[] = [];
  #inFlight = 0;
  readonly #slices: LoopSlices;
  readonly #log: Pick<Logger, 'warn'> | undefined;
  /** Sessions whose use has yet to be written, and when they were used. */
  readonly #seen = new Map<bigint, number>();
  /** Sessions that are read again in the background, and what is called for those that have ended. */
  readonly #aged = new Map<bigint, () => void>();
  #background: Promise<void> | undefined;
  #stopping = new AbortController();

  /** `slices`: of the event loop's time, in which the callers of a batch go on. */
  constructor(
    db: Db,
    clock: Pick<Clock, 'now'>,
    { slices = new LoopSlices(), log }: { slices?: LoopSlices; log?: Pick<Logger, 'warn'> } = {},
  ) {
    this.#slices = slices;
    this.#log = log;
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

  async find(sessionId: bigint): Promise<ActiveSession | undefined> {
    const session = await this.#loader.load(sessionId);
    await this.#slices.turn();
    return session;
  }

  recheck(sessionId: bigint, onEnded: () => void): void {
    if (this.#aged.size >= MAX_SEEN) return;
    this.#aged.set(sessionId, onEnded);
    this.#runInBackground();
  }

  /** Writes what has been recorded so far, and reads no session again. */
  async stop(): Promise<void> {
    this.#aged.clear();
    this.#stopping.abort();
    await this.written();
  }

  /** Resolves once everything recorded so far is written. */
  async written(): Promise<void> {
    while (this.#background) await this.#background;
  }

  #runInBackground(): void {
    this.#background ??= this.#workOff().finally(() => (this.#background = undefined));
  }

  async #workOff(): Promise<void> {
    // After the calls that have read these sessions.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#seen.size + this.#aged.size > 0) {
      await this.#writeSeen(takeFirst(this.#seen, MAX_BATCH));
      await this.#readAged(takeFirst(this.#aged, MAX_BATCH));
      if (this.#seen.size + this.#aged.size > 0 && !this.#stopping.signal.aborted) {
        await delay(BACKGROUND_PAUSE_MS, undefined, { signal: this.#stopping.signal }).catch(() => {});
      }
    }
  }

  /** A session that is not recorded now is recorded by its next call. */
  async #writeSeen(seen: readonly (readonly [bigint, number])[]): Promise<void> {
    if (seen.length === 0) return;
    const latest = Math.max(...seen.map(([, at]) => at));
    try {
      await this.#see(
        seen.map(([id]) => id),
        new Date(latest),
      );
    } catch (error) {
      this.#log?.warn({ err: error }, 'the use of sessions was not recorded');
    }
  }

  async #readAged(aged: readonly (readonly [bigint, () => void])[]): Promise<void> {
    if (aged.length === 0) return;
    try {
      const found = await this.#read(aged.map(([id]) => id));
      for (const [id, onEnded] of aged) if (!found.has(id)) onEnded();
    } catch (error) {
      this.#log?.warn({ err: error }, 'sessions were not read again');
    }
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
    for (const { id } of unseen) if (this.#seen.size < MAX_SEEN) this.#seen.set(id, now);
    if (unseen.length > 0) this.#runInBackground();
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

/** Removes the first entries of a map, at most `limit`, and returns them. */
function takeFirst<Value>(entries: Map<bigint, Value>, limit: number): [bigint, Value][] {
  const taken = [...entries].slice(0, limit);
  for (const [id] of taken) entries.delete(id);
  return taken;
}
