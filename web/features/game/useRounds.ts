import { useSubscription } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { GameType } from '../../gql/graphql.ts';
import { colors as colorsWords } from '#messages/colors.ts';
import { game } from '#messages/game.ts';
import { colorsOf } from '../../ui/shapes.ts';
import { setActiveContest } from './setActiveContest.ts';
import type { Round } from './useOutcome.ts';

const Rounds_Subscription = graphql(`
  subscription Rounds_Subscription($gameType: GameType!) {
    contestChanged(gameType: $gameType) {
      phase
      serverTime
      contest {
        id
        gameId
        state
        evaluationTime
        endsAt
        cancellable
        heldUntil
        drawVersion
        voidReason
        winningNumber
        ...CountdownCard_contest
        ...ResultRow_contest
      }
    }
  }
`);

export interface Decided {
  readonly gameId: string;
  /** Null for a void round. */
  readonly number: number | null;
  /** "The result is 5, Violet Red.", until the bets of the round after it close. */
  readonly spoken: string | null;
}

export interface FollowedRounds {
  readonly decided: Decided | null;
  /** The round before has ended and waits for the public beacon. */
  readonly waiting: boolean;
}

/**
 * Follows the rounds of a game by subscription: a new round becomes the active one in the cache, and results are
 * returned. `onDecided` is called with the winning number of each round, `onVoided` with one that gets none, `onSettled` once all
 * its bets are paid.
 */
export function useRounds(
  gameType: GameType,
  onDecided: (round: Round, number: number) => void,
  onVoided: (round: Round) => void,
  onSettled: (gameId: string) => void,
): FollowedRounds {
  const [decided, setDecided] = useState<Decided | null>(null);
  // The round drawn with the beacon whose bets are closed; its number comes after the next round has opened.
  const [drawn, setDrawn] = useState<{ readonly gameId: string; readonly ended: boolean } | null>(null);
  useSubscription(Rounds_Subscription, {
    variables: { gameType },
    ignoreResults: true,
    onData: ({ client, data: { data } }) => {
      if (!data) return;
      const { phase, contest } = data.contestChanged;
      if (phase === 'CLOSED') setDecided((before) => before && { ...before, spoken: null });
      if (phase === 'CLOSED' && contest.drawVersion === 'COLOUR_PF_2')
        setDrawn({ gameId: contest.gameId, ended: false });
      if (phase === 'OPENED') {
        setActiveContest(client.cache, gameType, contest.id);
        setDrawn((before) => before && { ...before, ended: true });
      }
      if (phase === 'DECIDED' || phase === 'VOIDED') {
        setDrawn((before) => (before?.gameId === contest.gameId ? null : before));
      }
      // A void round is over without a number.
      if (contest.winningNumber !== null || phase === 'DECIDED') {
        const spoken = contest.winningNumber === null ? null : spokenResult(contest.winningNumber);
        const { gameId, winningNumber: number } = contest;
        setDecided((before) => (before?.gameId === gameId ? before : { gameId, number, spoken }));
      }
      if (phase === 'DECIDED' && contest.winningNumber !== null) onDecided(contest, contest.winningNumber);
      if (phase === 'VOIDED') onVoided(contest);
      if (phase === 'SETTLED') onSettled(contest.gameId);
    },
  });
  return { decided, waiting: drawn?.ended === true };
}

function spokenResult(number: number): string {
  const colors = colorsOf(number).map((color) => colorsWords[color]);
  return game.announce.result(number, colors.join(' '));
}
