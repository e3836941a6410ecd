import type pg from 'pg';
import type { Database } from './client.ts';
import { isUnavailable } from './unavailable.ts';

/** SQLSTATE of a statement that ended because the standby had to replay what it still needed. */
const REPLAY_CONFLICT = '40001';

/** What the primary had written when it was asked. */
interface Written {
  /** Of this process's monotonic clock, before the question. */
  readonly at: number;
  readonly lsn: string;
}

/**
 * A standby for reads, whose lag is measured against the primary without comparing clocks: it has everything that the
 * primary had written at an instant once it has replayed up to the primary's position (LSN) read after that instant.
 */
export class Replica {
  readonly database: Database;
  readonly #primary: pg.Pool;
  readonly #maxLagMs: number;
  readonly #monotonic: () => number;
  /** Positions of the primary that the replica has not been seen to have, oldest first. */
  #ahead: Written[] = [];
  #currentUntil = Number.NEGATIVE_INFINITY;

  constructor(
    database: Database,
    { primary, maxLagMs, monotonic }: { primary: pg.Pool; maxLagMs: number; monotonic: () => number },
  ) {
    this.database = database;
    this.#primary = primary;
    this.#maxLagMs = maxLagMs;
    this.#monotonic = monotonic;
  }

  /** Until which instant of the monotonic clock it is known to have everything; -Infinity where it can't be used. */
  get currentUntil(): number {
    return this.#currentUntil;
  }

  /** At most this much is missing, the time since the last measurement included. */
  get lagMs(): number {
    return this.#monotonic() - this.#currentUntil;
  }

  get isUsable(): boolean {
    return this.lagMs <= this.#maxLagMs;
  }

  /** Not used until the next measurement. */
  fail(): void {
    this.#currentUntil = Number.NEGATIVE_INFINITY;
    this.#ahead = [];
  }

  /** Rejects where one of the two can't be reached, or the replica is no standby of this primary. */
  async measure(): Promise<void> {
    try {
      const at = this.#monotonic();
      const primary = await positionOf(this.#primary);
      const replica = await positionOf(this.database.pool);
      if (!replica.isStandby || replica.system !== primary.system) {
        throw new NoStandbyError('DATABASE_REPLICA_URL leads to no standby of the database');
      }
      // More positions than fit the bound are of no use.
      this.#ahead = [...this.#ahead.filter((one) => at - one.at <= this.#maxLagMs), { at, lsn: primary.lsn }];
      const has = ({ lsn }: Written) => lsnOf(lsn) <= lsnOf(replica.lsn);
      const latest = this.#ahead.findLast(has);
      if (latest) this.#currentUntil = latest.at;
      this.#ahead = this.#ahead.filter((one) => !has(one));
    } catch (error) {
      this.fail();
      throw error;
    }
  }
}

/** What DATABASE_REPLICA_URL leads to is another database, or takes writes itself. */
export class NoStandbyError extends Error {
  override readonly name = 'NoStandbyError';
}

/** Whether a read that failed on a replica may succeed on the primary. */
export function isReplicasFault(error: unknown): boolean {
  if (isUnavailable(error)) return true;
  if (!(error instanceof Error)) return false;
  return (error as { code?: string }).code === REPLAY_CONFLICT || isReplicasFault(error.cause);
}

interface Position {
  readonly lsn: string;
  readonly isStandby: boolean;
  /** The same for a primary and its standbys. */
  readonly system: string;
}

export async function positionOf(queryable: Pick<pg.Pool, 'query'>): Promise<Position> {
  const { rows } = await queryable.query<Position>(
    `select pg_is_in_recovery() as "isStandby", (select system_identifier::text from pg_control_system()) as system,
            case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as lsn`,
  );
  const [position] = rows;
  if (!position) throw new Error('a position without a row');
  return position;
}

/** `16/B374D848` as a number. */
function lsnOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
