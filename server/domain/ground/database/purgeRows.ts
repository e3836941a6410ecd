import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client.ts';

/** Keeps each statement's locks short, at some milliseconds. */
const ROWS_PER_STATEMENT = 1_000;

export interface Expired {
  readonly table: SQL;
  /** The column by which rows expire, which is indexed: the oldest are found without a scan. */
  readonly instant: SQL;
  readonly before: Date;
  /** Condition of rows that are kept regardless; default: none. */
  readonly unless?: SQL;
}

/** Deletes expired rows, oldest first, in batches of a transaction each. Returns how many. Safe on several servers at once. */
export async function purgeRows(db: Db, { table, instant, before, unless = sql`false` }: Expired): Promise<number> {
  let purged = 0;
  let rowCount: number;
  do {
    const result = await db.execute(sql`
      delete from ${table}
       where ctid = any (array(
         select ctid from ${table}
          where ${instant} < ${before.toISOString()}::timestamptz and not (${unless})
          order by ${instant}
          limit ${ROWS_PER_STATEMENT}))`);
    rowCount = result.rowCount ?? 0;
    purged += rowCount;
  } while (rowCount === ROWS_PER_STATEMENT);
  return purged;
}

/** The instant `days` of 24 hours before `now`. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}
