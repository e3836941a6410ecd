import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import type { Context } from '../context.ts';
import { startOf } from './calendar.ts';

type Seer = Pick<Context, 'actor' | 'now' | 'db' | 'log'>;

/**
 * Notes that a player made an authenticated call, for "active on the platform". Costs a look into a set, except for a
 * player's first call in a half hour, which is written down in the background, together with others' that wait.
 */
export function recordSeen({ actor, now, db, log }: Seer): void {
  if (actor.kind !== 'player') return;
  sightingsOf(db).record(actor.userId, now, (error) => log.warn({ err: error }, 'a sighting of players was not kept'));
}

/** Resolves once everything recorded so far is written down. */
export function sightingsWritten(db: Db): Promise<void> {
  return sightingsOf(db).written();
}

const recorders = new WeakMap<Db, Sightings>();

function sightingsOf(db: Db): Sightings {
  let recorder = recorders.get(db);
  if (!recorder) recorders.set(db, (recorder = new Sightings(db)));
  return recorder;
}

class Sightings {
  readonly #db: Db;
  #halfHour = 0;
  /** Whom this server has seen in this half hour. */
  readonly #seen = new Set<bigint>();
  #waiting: { playerId: bigint; seenAt: Date }[] = [];
  #writing: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  record(playerId: bigint, seenAt: Date, onError: (error: unknown) => void): void {
    const halfHour = startOf('halfHour', seenAt.getTime());
    if (halfHour !== this.#halfHour) {
      this.#halfHour = halfHour;
      this.#seen.clear();
    }
    if (this.#seen.has(playerId)) return;
    this.#seen.add(playerId);
    this.#waiting.push({ playerId, seenAt });
    this.#writing ??= this.#write(onError).finally(() => (this.#writing = undefined));
  }

  async written(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Writes what waits until nothing does: one statement at a time, with all that came while the last one ran. */
  async #write(onError: (error: unknown) => void): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await insertSightings(this.#db, batch);
      } catch (error) {
        // Their next call tries again.
        for (const { playerId } of batch) this.#seen.delete(playerId);
        onError(error);
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
      ${`{${halfHours.join()}}`}::timestamptz[], ${`{${playerIds.join()}}`}::bigint[], ${`{${seenAt.join()}}`}::timestamptz[])
    on conflict do nothing`);
}
