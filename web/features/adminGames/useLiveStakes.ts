import { useSubscription } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { GameType } from '../../gql/graphql.ts';

const LiveStakes_Subscription = graphql(`
  subscription LiveStakes_Subscription($gameType: GameType!) {
    stakesChanged(gameType: $gameType) {
      id
      ...StakesCard_contest
      ...LiabilityCard_contest
    }
  }
`);

/** Keeps the stakes of a game's running round in the cache up to date. */
export function useLiveStakes(gameType: GameType): void {
  useSubscription(LiveStakes_Subscription, { variables: { gameType }, ignoreResults: true });
}
