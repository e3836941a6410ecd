import { useSubscription } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { GameType } from '../../gql/graphql.ts';
import { setActiveContest } from '../game/setActiveContest.ts';

const RunningRounds_Subscription = graphql(`
  subscription RunningRounds_Subscription($gameType: GameType!) {
    contestChanged(gameType: $gameType) {
      phase
      contest {
        id
        ...GameLink_contest
      }
    }
  }
`);

/** Keeps the running rounds of all three games in the cache up to date. */
export function useRunningRounds(): void {
  useRunningRound('SAPRE_HALF');
  useRunningRound('SAPRE_ONE');
  useRunningRound('SAPRE_THREE');
}

function useRunningRound(gameType: GameType): void {
  useSubscription(RunningRounds_Subscription, {
    variables: { gameType },
    ignoreResults: true,
    onData: ({ client, data: { data } }) => {
      if (data?.contestChanged.phase === 'OPENED')
        setActiveContest(client.cache, gameType, data.contestChanged.contest.id);
    },
  });
}
