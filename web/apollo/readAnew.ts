/**
 * Context of queries that are read again on events: a reading under way may be older than the event, so it must not stand
 * in for the one that the event asks for.
 */
export const readAnew = { queryDeduplication: false };
