import type { ApolloCache } from '@apollo/client';
import { graphql } from '../../gql/gql.ts';
import type { GameType } from '../../gql/graphql.ts';

const SetActiveContest_contest = graphql(`
  fragment SetActiveContest_contest on Contest {
    id
    viewer {
      bets {
        id
      }
    }
  }
`);

/**
 * Makes a round that has just opened the active one of its game in the cache. Nobody has a bet in it yet, so the game's
 * query has all its fields without a request.
 */
export function setActiveContest(cache: ApolloCache, gameType: GameType, contestId: string): void {
  const known = { id: `Contest:${contestId}`, fragment: SetActiveContest_contest };
  if (!cache.readFragment(known)) {
    cache.writeFragment({
      ...known,
      data: { __typename: 'Contest', id: contestId, viewer: { __typename: 'ContestViewer', bets: [] } },
    });
  }
  cache.modify({
    fields: {
      activeContest: (active, { storeFieldName, toReference }) =>
        storeFieldName.includes(gameType) ? (toReference({ __typename: 'Contest', id: contestId }) ?? active) : active,
    },
  });
}
