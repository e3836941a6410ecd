import { useSubscription } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { GameType } from '../../gql/graphql.ts';
import { setActiveContest } from '../game/setActiveContest.ts';

const LiveRound_Subscription = graphql(`
  subscription LiveRound_Subscription($gameType: GameType!) {
    contestChanged(gameType: $gameType) {
      phase
      serverTime
      contest {
        id
        ...AdminGameScreen_contest
        ...GameSummaryRow_contest
      }
    }
  }
`);

interface LiveRoundListeners {
  onOpened: () => void;
  /** A round was decided or paid: the list of finished rounds has changed. */
  onListChanged: () => void;
}

/**
 * Follows a game's rounds by subscription: a new round becomes the active one, another admin's override is shown at
 * once.
 */
export function useLiveRound(gameType: GameType, { onOpened, onListChanged }: LiveRoundListeners): void {
  useSubscription(LiveRound_Subscription, {
    variables: { gameType },
    ignoreResults: true,
    onData: ({ client, data: { data } }) => {
      if (!data) return;
      const { phase, contest } = data.contestChanged;
      if (phase === 'OPENED') {
        setActiveContest(client.cache, gameType, contest.id);
        onOpened();
      }
      if (phase === 'DECIDED' || phase === 'SETTLED') onListChanged();
    },
  });
}
