import type { ApolloCache, Reference } from '@apollo/client';

/** Adds a placed bet to the cached bets of its round, so that no refetch is needed. */
export function addToCachedBets(cache: ApolloCache, contestId: string, betId: string): void {
  cache.modify({
    id: `Contest:${contestId}`,
    fields: {
      // The player's part: with the bets where a query has read them.
      viewer: (viewer, { toReference, readField }) => {
        const { bets } = (viewer ?? {}) as { bets?: readonly Reference[] };
        if (!bets || bets.some((bet) => readField('id', bet) === betId)) return viewer;
        const added = toReference({ __typename: 'Bet', id: betId });
        return added ? { ...viewer, bets: [...bets, added] } : viewer;
      },
    },
  });
}
