import type { ApolloCache, Reference } from '@apollo/client';

/** Adds a placed bet to the cached bets of its round, so that no refetch is needed. */
export function addToCachedBets(cache: ApolloCache, gameId: string, betId: string): void {
  cache.modify({
    id: 'Viewer:{}',
    fields: {
      betsIn: (bets: readonly Reference[], { storeFieldName, toReference, readField }) => {
        if (!storeFieldName.includes(JSON.stringify(gameId))) return bets;
        if (bets.some((bet) => readField('id', bet) === betId)) return bets;
        const added = toReference({ __typename: 'Bet', id: betId });
        return added ? [...bets, added] : bets;
      },
    },
  });
}
