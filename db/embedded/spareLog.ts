import { statfsSync } from 'node:fs';
import pg from 'pg';
import { endWithin } from '../deadline.ts';

/** Segments of 16 MB that lie ready. Checkpoints keep as many, by min_wal_size. */
export const SPARE_SEGMENTS = 7;
/** `min_wal_size` that keeps them, beside the segment in use. */
export const MIN_WAL_SIZE = `${(SPARE_SEGMENTS + 1) * 16}MB`;
/** Filling them takes as much space again until the checkpoint; twice that must be free. */
const NEEDED_BYTES = 2 * SPARE_SEGMENTS * 16 * 1024 * 1024;
const QUERY_TIMEOUT_MS = 60_000;
const END_TIMEOUT_MS = 1_000;

/**
 * Makes segments of the write-ahead log ahead, where fewer lie ready: in a new cluster, a restored one, or one of an older
 * release. PostgreSQL answers with a PANIC when it can't create a segment, and can't recover without one, so a full disk would end
 * the database. With spare ones, which each checkpoint makes of those it no longer needs, a full disk only fails statements
 * that let a table grow. Does nothing on a disk with little space left. `address` is the owner's, `cluster` the folder.
 */
export async function makeSpareLog(address: pg.ClientConfig, cluster: string): Promise<void> {
  const { bavail, bsize } = statfsSync(cluster);
  if (bavail * bsize < NEEDED_BYTES) return;
  const client = new pg.Client({ ...address, query_timeout: QUERY_TIMEOUT_MS });
  client.on('error', () => {});
  await client.connect();
  try {
    const spare = await countSpare(client);
    if (spare >= SPARE_SEGMENTS) return;
    for (let made = spare; made < SPARE_SEGMENTS; made += 1) {
      // A segment without a record is not switched.
      await client.query(`select pg_logical_emit_message(false, '', '')`);
      await client.query('select pg_switch_wal()');
    }
    await client.query('checkpoint');
  } finally {
    await endWithin(client, END_TIMEOUT_MS);
  }
}

async function countSpare(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ spare: number }>(
    `select count(*)::int as spare from pg_ls_waldir()
      where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_insert_lsn())`,
  );
  return rows[0]?.spare ?? 0;
}
