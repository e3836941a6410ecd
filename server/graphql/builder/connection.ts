import type { ObjectRef } from '@pothos/core';
import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { invalidInput } from '../../domain/ground/refusals/errors.ts';
import type { Page, PageRequest } from '../../domain/ground/database/keyset.ts';
import type { SealedType } from '../../domain/ground/values/sealedTypes.ts';
import { builder } from './builder.ts';
import type { GraphQLContext } from '../runtime/context.ts';

type ListedRef<Row> = ObjectRef<typeof builder.$inferSchemaTypes, Row>;

const MAX_PAGE = 100;
const DEFAULT_PAGE = 10;

interface RangeArgs {
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}

/** Encoding of a list's key in its cursors. `read` returns null for an invalid cursor. */
export interface Cursors<Key, Row> {
  keyOf(row: Row): Key;
  write(ctx: GraphQLContext, key: Key): string;
  read(ctx: GraphQLContext, cursor: string): Key | null;
}

/** Cursors of a list that is ordered by an internal id: sealed, so that they don't reveal counts. */
export function idCursors<Row>(type: SealedType, keyOf: (row: Row) => bigint): Cursors<bigint, Row> {
  return {
    keyOf,
    write: (ctx, id) => ctx.ids.seal(type, id),
    read: (ctx, cursor) => ctx.ids.openAs(type, cursor),
  };
}

/**
 * Reads the part of a list that Relay's arguments select, and returns it as a connection. Refuses (INVALID_INPUT,
 * naming the argument) page sizes outside 1-100, `first` together with `last`, and cursors of other lists. Why not Pothos'
 * resolveCursorConnection: .github/decisions/014.
 */
export async function connection<Key, Row>(
  ctx: GraphQLContext,
  args: RangeArgs,
  cursors: Cursors<Key, Row>,
  read: (page: PageRequest<Key>) => Promise<Page<Row>>,
) {
  const { rows, hasNext, hasPrevious } = await read(pageOf(ctx, args, cursors));
  // Only cursors that are asked for are sealed.
  const cursorOf = (row: Row) => cursors.write(ctx, cursors.keyOf(row));
  const edges = rows.map((node) => ({
    node,
    get cursor() {
      return cursorOf(node);
    },
  }));
  return {
    edges,
    pageInfo: {
      get startCursor() {
        return edges[0]?.cursor ?? null;
      },
      get endCursor() {
        return edges.at(-1)?.cursor ?? null;
      },
      hasNextPage: hasNext,
      hasPreviousPage: hasPrevious,
    },
  };
}

function pageOf<Key, Row>(ctx: GraphQLContext, args: RangeArgs, cursors: Cursors<Key, Row>): PageRequest<Key> {
  const { first, last, after, before } = args;
  if (first != null && last != null) throw invalidInput('last', 'Give either first or last, not both.');
  const key = (cursor: string | null | undefined, field: string) => {
    if (cursor == null) return undefined;
    const read = cursors.read(ctx, cursor);
    if (read === null) throw invalidInput(field, `${field} is not a cursor of this list.`);
    return read;
  };
  return {
    limit: pageSize(first, 'first') ?? pageSize(last, 'last') ?? DEFAULT_PAGE,
    after: key(after, 'after'),
    before: key(before, 'before'),
    fromEnd: last != null,
  };
}

function pageSize(size: number | null | undefined, field: string): number | undefined {
  if (size == null) return undefined;
  if (size < 1 || size > MAX_PAGE) throw invalidInput(field, `${field} must be from 1 to ${MAX_PAGE}.`);
  return size;
}

/** To read a row, whatever is selected of it, takes as much work as so many values. */
export const VALUES_A_ROW = 4;

/** A page: its statement, its rows, and what is selected of each of its nodes. */
export const pageComplexity = pageComplexityOf(VALUES_A_ROW);

/** The same where reading a row takes as much work as `ofRow` values, and all else that a page needs as much as `ofPage`. */
export function pageComplexityOf(
  ofRow: number,
  ofPage = VALUES_A_STATEMENT,
): (args: RangeArgs) => { field: number; multiplier: number } {
  return ({ first, last }) => {
    const rows = Math.min(Math.max(first ?? last ?? DEFAULT_PAGE, 1), MAX_PAGE);
    return { field: ofPage + rows * ofRow, multiplier: rows };
  };
}

/**
 * The connection type of a list with its edges, named after it: `BetConnection`, `BetEdge`. `of`: plural, lower case.
 */
export function connectionOf<Row>(name: string, node: ListedRef<Row>, of: string) {
  const edge = builder.edgeObject({
    type: node,
    name: `${name}Edge`,
    description: `One of the ${of}, and where it stands in the list.`,
  });
  return builder.connectionObject({ type: node, name: `${name}Connection`, description: `A page of ${of}.` }, edge);
}
