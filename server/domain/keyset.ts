import { and, asc, desc, gt, lt, type Column, type SQL } from 'drizzle-orm';

/**
 * Which part of a list to read. Pages are found by the key of the row beside them, never by counting rows, so that a
 * page costs the same wherever it is. `Key` is what the list is ordered by and is unique in it.
 */
export interface PageRequest<Key = bigint> {
  /** At most this many rows. */
  limit: number;
  /** Only what comes after this row in the list's order. */
  after?: Key | undefined;
  /** Only what comes before it. */
  before?: Key | undefined;
  /** Take the rows nearest to the end of that range instead of its beginning (Relay's `last`). */
  fromEnd?: boolean | undefined;
}

export interface Page<Row> {
  /** In the list's order. */
  rows: Row[];
  hasNext: boolean;
  hasPrevious: boolean;
}

export type ListOrder = 'newestFirst' | 'oldestFirst';

/** How to read a page of a list that is ordered by an id column: condition, order, and one row more than asked for. */
export function pageById(
  column: Column,
  { limit, after, before, fromEnd = false }: PageRequest,
  order: ListOrder = 'newestFirst',
): { where: SQL | undefined; orderBy: SQL; limit: number } {
  const descending = order === 'newestFirst';
  const [beyond, short] = descending ? [lt, gt] : [gt, lt];
  return {
    where: and(
      after === undefined ? undefined : beyond(column, after),
      before === undefined ? undefined : short(column, before),
    ),
    orderBy: descending === fromEnd ? asc(column) : desc(column),
    limit: limit + 1,
  };
}

/** The page, from the rows that were read for it as `pageById` says: one more than asked for tells that there are more. */
export function toPage<Row>(
  read: readonly Row[],
  { limit, after, before, fromEnd = false }: PageRequest<unknown>,
): Page<Row> {
  const rows = read.slice(0, limit);
  const more = read.length > limit;
  if (fromEnd) return { rows: rows.reverse(), hasNext: before !== undefined, hasPrevious: more };
  return { rows, hasNext: more, hasPrevious: after !== undefined };
}
