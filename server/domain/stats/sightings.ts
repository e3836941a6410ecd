import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import type { Logger } from '../../platform/log.ts';
import type { SightingRecorder } from '../ground/actors/sightingRecorder.ts';
import { startOf } from '../ground/values/calendar.ts';

/** Records which players were active in which half hour, for "active on the platform". */
export class Sightings implements SightingRecorder {
  readonly #db: Db;
  readonly #log: Logger;
  #halfHour = 0;
  /** The players recorded in this half hour. */
  readonly #seen = new Set<bigint>();
  #waiting: { playerId: bigint; seenAt: Date }[] = [];
  #writing: Promise<void> | undefined;

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /**
   * Records that a player made an authenticated call. Costs a set look-up, except for a player's first call in a half
   * hour, which is written in the background, batched with others.
   */
  record(playerId: bigint, seenAt: Date): void {
    const halfHour = startOf('halfHour', seenAt.getTime());
    if (halfHour !== this.#halfHour) {
      this.#halfHour = halfHour;
      this.#seen.clear();
    }
    if (this.#seen.has(playerId)) return;
    this.#seen.add(playerId);
    this.#waiting.push({ playerId, seenAt });
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
  }

  /** Resolves once everything recorded so far is written. */
  async written(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Writes until nothing is pending: one statement at a time, with everything that arrived during the previous one. */
  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await insertSightings(this.#db, batch);
      } catch (error) {
        // Recorded again by their next call.
        for (const { playerId } of batch) this.#seen.delete(playerId);
        this.#log.warn({ err: error }, 'the activity of players was not recorded');
      }
    }
  }
}

async function insertSightings(db: Db, batch: readonly { playerId: bigint; seenAt: Date }[]): Promise<void> {
  const playerIds = batch.map(({ playerId }) => playerId);
  const seenAt = batch.map(({ seenAt }) => seenAt.toISOString());
  const halfHours = batch.map(({ seenAt }) => new Date(startOf('halfHour', seenAt.getTime())).toISOString());
  await db.execute(sql`
    insert into player_sightings (half_hour, player_id, first_seen_at)
    select * from unnest(
      ${`{${halfHours.join()}}`}::timestamptz[], ${idArray(playerIds)}, ${`{${seenAt.join()}}`}::timestamptz[])
    on conflict do nothing`);
}
