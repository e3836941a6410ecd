import type pg from 'pg';
import { openConnection } from '../../../db/client.ts';
import { endWithin } from '../../../db/deadline.ts';
import { limitsFor } from '../../../db/limits.ts';
import { positionOf } from '../../../db/replica.ts';
import type { Config } from '../../config/config.ts';
import { unreachable } from './database.ts';
import { type Finding, wrong } from './finding.ts';

const END_MS = 1_000;
const ASK_AGAIN_MS = 100;

/** Whether DATABASE_REPLICA_URL leads to a standby of the database, and how far it is behind. */
export async function checkReplica({ database }: Config, primary: pg.Client): Promise<Finding[]> {
  if (!('url' in database) || !database.replica) return [];
  const { url, maxLagMs } = database.replica;
  let replica: pg.Client;
  try {
    replica = await openConnection({ connectionString: url }, limitsFor('api'));
  } catch (error) {
    return [unreachable('DATABASE_REPLICA_URL', error as Error)];
  }
  try {
    const [written, read] = [await positionOf(primary), await positionOf(replica)];
    if (read.system !== written.system) {
      return [wrong('DATABASE_REPLICA_URL leads to another database.', 'Name a standby of the database there.')];
    }
    if (!read.isStandby) {
      return [
        wrong(
          'DATABASE_REPLICA_URL leads to the primary, so reports are not read from there.',
          'Name a standby there; after a failover the other machine is one.',
        ),
      ];
    }
    if (await catchesUp(replica, written.lsn, maxLagMs)) return [];
    return [
      wrong(
        `The replica lags by more than ${maxLagMs / 1_000} s: reports are read from the primary.`,
        'See pg_stat_replication on the primary and the log of the standby.',
      ),
    ];
  } catch (error) {
    return [unreachable('DATABASE_REPLICA_URL', error as Error)];
  } finally {
    await endWithin(replica, END_MS);
  }
}

/** Whether the replica has, within this time, what the primary had written by `lsn`. */
async function catchesUp(replica: pg.Client, lsn: string, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const { rows } = await replica.query<{ has: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as has', [
      lsn,
    ]);
    if (rows[0]?.has) return true;
    if (performance.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}
