import { z } from 'zod';
import type { Page, PageRequest } from '../domain/ground/database/keyset.ts';
import { queryNumber, wholeNumber } from './decode.ts';

const MAX_LIMIT = 100;
/** These lists are read from the top, so a page costs as much as the rows before it. */
const MAX_OFFSET = 100_000;
/** Rounds are numbered without gaps, so every page of them costs the same. */
const MAX_CONTEST_OFFSET = 2 ** 31 - 1;

const limitWords = { description: 'At most so many items, newest first.' };
const offsetWords = { description: 'Pass over so many items, counted from 0.' };

/** `limit` and `offset` of a query string, for lists that are complete without them. */
export const listQuery = z.object({
  limit: queryNumber(1, MAX_LIMIT).optional().meta(limitWords),
  offset: queryNumber(0, MAX_OFFSET).optional().meta(offsetWords),
});

/** The same in a body. */
export const listBody = z.object({
  limit: wholeNumber(1, MAX_LIMIT).optional().meta(limitWords),
  offset: wholeNumber(0, MAX_OFFSET).optional().meta(offsetWords),
});

/** `limit` (default 10) and `offset` of the contest lists. */
export const contestListQuery = {
  limit: queryNumber(1, MAX_LIMIT)
    .default(10)
    .meta({ description: 'At most so many items, newest first; 10 unless said otherwise.' }),
  offset: queryNumber(0, MAX_CONTEST_OFFSET).default(0).meta(offsetWords),
};

/** Limit that returns all rows: more than any list has, and within the range of Postgres' LIMIT. */
const ALL_ROWS = 2 ** 31;

/** The requested part of a list; without a limit its newest `whole` rows (default: all). */
export async function readPart<Row>(
  { limit, offset = 0 }: z.output<typeof listQuery>,
  read: (page: PageRequest<never>) => Promise<Page<Row>>,
  whole = ALL_ROWS,
): Promise<Row[]> {
  const end = limit === undefined ? Math.max(whole, offset) : offset + limit;
  const { rows } = await read({ limit: end });
  return rows.slice(offset);
}

/** The requested part of a list that is read completely. */
export function part<Row>(rows: readonly Row[], { limit, offset = 0 }: z.output<typeof listQuery>): Row[] {
  return rows.slice(offset, limit === undefined ? undefined : offset + limit);
}
