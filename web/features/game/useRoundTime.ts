import { secondsUntil } from '../../lib/time.ts';
import type { ContestState } from '../../gql/graphql.ts';
import { useServerNow } from '../clock/useServerNow.ts';

export interface RoundTime {
  readonly secondsLeft: number;
  readonly bettingSecondsLeft: number;
  /** Betting isn't over. */
  readonly open: boolean;
  /** Seconds for which the round takes no bets because an operator may set its number; 0 if it does. */
  readonly heldSeconds: number;
}

interface RoundFields {
  readonly state: ContestState;
  readonly evaluationTime: string;
  readonly endsAt: string;
  readonly heldUntil?: string | null;
}

/** Phase of a round by the server's clock. */
export function useRoundTime({ state, evaluationTime, endsAt, heldUntil }: RoundFields): RoundTime {
  const now = useServerNow();
  const bettingSecondsLeft = secondsUntil(evaluationTime, now);
  return {
    secondsLeft: secondsUntil(endsAt, now),
    bettingSecondsLeft,
    open: state === 'OPEN' && bettingSecondsLeft > 0,
    heldSeconds: heldUntil ? secondsUntil(heldUntil, now) : 0,
  };
}
