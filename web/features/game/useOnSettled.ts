import { useSubscription } from '@apollo/client/react';
import { useRef } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { GameType } from '../../gql/graphql.ts';

const OnSettled_Subscription = graphql(`
  subscription OnSettled_Subscription($gameType: GameType!) {
    contestChanged(gameType: $gameType) {
      phase
      contest {
        id
        state
      }
    }
  }
`);

/**
 * Calls back whenever a round of any game has been paid, and once when the subscription starts, because rounds paid
 * between loading the page and that moment would be missed.
 */
export function useOnSettled(onSettled: () => void): void {
  useOnSettledOf('SAPRE_HALF', onSettled);
  useOnSettledOf('SAPRE_ONE', onSettled);
  useOnSettledOf('SAPRE_THREE', onSettled);
}

function useOnSettledOf(gameType: GameType, onSettled: () => void): void {
  const follows = useRef(false);
  useSubscription(OnSettled_Subscription, {
    variables: { gameType },
    ignoreResults: true,
    onData: ({ data: { data } }) => {
      if (!data) return;
      if (data.contestChanged.phase === 'SETTLED' || !follows.current) onSettled();
      follows.current = true;
    },
  });
}
