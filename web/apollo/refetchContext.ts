/**
 * Context of queries that are refetched on events. A request in flight may be older than the event, so it must not be
 * deduplicated with the refetch.
 */
export const refetchContext = { queryDeduplication: false };
