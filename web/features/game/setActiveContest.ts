import type { ApolloCache } from '@apollo/client';
import type { GameType } from '../../gql/graphql.ts';

/** Makes a round that has just opened the active one of its game in the cache. */
export function setActiveContest(cache: ApolloCache, gameType: GameType, contestId: string): void {
  cache.modify({
    fields: {
      activeContest: (active, { storeFieldName, toReference }) =>
        storeFieldName.includes(gameType) ? (toReference({ __typename: 'Contest', id: contestId }) ?? active) : active,
    },
  });
}
