import type { ApolloCache, Reference } from '@apollo/client';

/** Adds a placed bet to the cached bets of its round, so that no refetch is needed. */
export function addToCachedBets(cache: ApolloCache, contestId: string, betId: string): void {
  cache.modify({
    id: `Contest:${contestId}`,
    fields: {
      viewerBets: (bets: readonly Reference[] | null, { toReference, readField }) => {
        if (bets === null) return bets;
        if (bets.some((bet) => readField('id', bet) === betId)) return bets;
        const added = toReference({ __typename: 'Bet', id: betId });
        return added ? [...bets, added] : bets;
      },
    },
  });
}
