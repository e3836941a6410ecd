import { and, asc, desc, gt, lt, type Column, type SQL } from 'drizzle-orm';

/**
 * Selects a page of a list. Pages are found by the key of the adjacent row, never by counting rows, so that a page
 * costs the same wherever it is. `Key` is the list's unique order key.
 */
export interface PageRequest<Key = bigint> {
  /** Maximum number of rows. */
  limit: number;
  /** Only rows after this one in the list's order. */
  after?: Key | undefined;
  /** Only rows before this one. */
  before?: Key | undefined;
  /** Take the last rows of that range instead of the first (Relay's `last`). */
  fromEnd?: boolean | undefined;
}

export interface Page<Row> {
  /** In the list's order. */
  rows: Row[];
  hasNext: boolean;
  hasPrevious: boolean;
}

export type ListOrder = 'newestFirst' | 'oldestFirst';

/** Condition, order and limit of a page of a list ordered by an id column; the limit is one row more than requested. */
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

/** The page from the rows read by `pageById`: one row more than requested means that there are more. */
export function toPage<Row>(
  read: readonly Row[],
  { limit, after, before, fromEnd = false }: PageRequest<unknown>,
): Page<Row> {
  const rows = read.slice(0, limit);
  const more = read.length > limit;
  if (fromEnd) return { rows: rows.reverse(), hasNext: before !== undefined, hasPrevious: more };
  return { rows, hasNext: more, hasPrevious: after !== undefined };
}
