import type { ApolloCache } from '@apollo/client';
import type { GameType } from '../../gql/graphql.ts';

/** A round that has just opened becomes the cache's active one of its game. */
export function makeActive(cache: ApolloCache, gameType: GameType, contestId: string): void {
  cache.modify({
    fields: {
      activeContest: (active, { storeFieldName, toReference }) =>
        storeFieldName.includes(gameType) ? (toReference({ __typename: 'Contest', id: contestId }) ?? active) : active,
    },
  });
}
