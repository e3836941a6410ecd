import type { FieldFunctionOptions, FieldPolicy } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

interface Edge {
  readonly cursor?: string;
}

interface PageInfo {
  readonly hasNextPage?: boolean | undefined;
  readonly hasPreviousPage?: boolean | undefined;
  readonly startCursor?: string | null | undefined;
  readonly endCursor?: string | null | undefined;
}

interface Connection {
  readonly edges: readonly Edge[];
  readonly pageInfo?: PageInfo;
}

/**
 * Field policy for a list that "Show more" extends. When its first page is refetched because entries were added, later
 * pages stay as long as they still join, so that entries the user has scrolled to don't disappear. Pages are joined by
 * the cursors of their edges, which queries must select. `keyArgs` name the arguments that identify separate lists.
 */
export function connectionPolicy(keyArgs: string[] | false = false): FieldPolicy<Connection | null> {
  const pages = relayStylePagination(keyArgs) as FieldPolicy<Connection | null>;
  const { merge } = pages;
  if (typeof merge !== 'function') return pages;
  return {
    ...pages,
    merge: (known, fresh, options) => merge(known, known && fresh ? joined(known, fresh, options) : fresh, options),
  };
}

function joined(known: Connection, fresh: Connection, { args }: Pick<FieldFunctionOptions, 'args'>): Connection {
  if (args?.['after'] || args?.['before']) return fresh;
  return args?.['last'] ? withEarlierPages(fresh, known) : withLaterPages(fresh, known);
}

function withLaterPages(fresh: Connection, known: Connection): Connection {
  const place = placeOf(fresh.edges.at(-1), known);
  const later = place < 0 ? [] : known.edges.slice(place + 1);
  if (later.length === 0) return fresh;
  const { hasNextPage, endCursor } = known.pageInfo ?? {};
  return { edges: [...fresh.edges, ...later], pageInfo: { ...fresh.pageInfo, hasNextPage, endCursor } };
}

function withEarlierPages(fresh: Connection, known: Connection): Connection {
  const earlier = known.edges.slice(0, Math.max(0, placeOf(fresh.edges[0], known)));
  if (earlier.length === 0) return fresh;
  const { hasPreviousPage, startCursor } = known.pageInfo ?? {};
  return { edges: [...earlier, ...fresh.edges], pageInfo: { ...fresh.pageInfo, hasPreviousPage, startCursor } };
}

/** Index at which a fresh page's last (or first) edge occurs in the known list; -1 if it doesn't. */
function placeOf(edge: Edge | undefined, { edges }: Connection): number {
  return edge?.cursor === undefined ? -1 : edges.findIndex(({ cursor }) => cursor === edge.cursor);
}
