import { type SQL, sql } from 'drizzle-orm';

/** Ids as one `bigint[]` parameter, written as a literal: the driver quotes and escapes each element of an array. */
export function idArray(ids: Iterable<bigint>): SQL {
  return sql`${`{${[...ids].join(',')}}`}::bigint[]`;
}
